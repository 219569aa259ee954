package throttle

// PageConnections are the connections of a site beside those of the viewers who follow: of
// who loads a page, a picture or a record.
const PageConnections = 2048

// keptFiles are the files that pages leave to all else: games, records, the director.
const keptFiles = 1024

// Room is how many connections the pages of a match may have open where a program may have
// so many files open, and how many viewers may follow at once, if it shall be so many. A
// quarter of few files is left to all else, and of few connections to other pages.
func Room(files, viewers int) (connections, following int) {
	connections = min(viewers+PageConnections, files-min(files/4, keptFiles))
	return connections, min(viewers, connections-min(connections/4, PageConnections))
}

// FilesFor is how many files a program has to be let open for so many viewers.
func FilesFor(viewers int) int { return viewers + PageConnections + keptFiles }
