package throttle

// PageConnections bounds the connections of a site besides those of viewers who follow:
// loads of pages, pictures and records.
const PageConnections = 2048

// keptFiles are the files that pages leave to all else: games, records, the director.
const keptFiles = 1024

// Room divides a limit of open files: how many connections the pages of a match may
// have open, and how many viewers, of the wanted number, may follow at once. A quarter
// of a small limit stays free for other files, and a quarter of few connections for
// other pages.
func Room(files, viewers int) (connections, following int) {
	connections = min(viewers+PageConnections, files-min(files/4, keptFiles))
	return connections, min(viewers, connections-min(connections/4, PageConnections))
}

// FilesFor returns the limit of open files that a program needs for the given number of
// viewers.
func FilesFor(viewers int) int { return viewers + PageConnections + keptFiles }
