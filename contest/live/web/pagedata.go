package web

import "strconv"

// PageData has the language of a page, its title, and its links to others: every page embeds it.
type PageData struct {
	Lang
	Site   string // the title of the whole
	Title  string // of the page
	Root   string // the way to the site's root: "" or "../../"
	Query  string // what links to other pages keep
	Index  string // suffix of a folder in a link: "" or "index.html"
	Here   string // the page itself, for links to it
	Switch string // the same page in the other language
	Big    bool
	Static bool   // of files that no server gives
	Steps  bool   // the pictures are in a script next to the page
	Card   string // the address of the page's image; "" is none
	Wait   int    // seconds until a page without script is loaded again; 0 is never
}

// Asset returns the address of a file of ours, with its content's sum, so that a
// browser may keep it for ever.
func (f PageData) Asset(name string) string {
	if f.Static {
		return f.Root + "static/" + name
	}
	return f.Root + "static/" + name + "?v=" + assetSum(name)
}

// At returns the address of the page after the given number of moves.
func (f PageData) At(ply int) string {
	if f.Static {
		return "#" + strconv.Itoa(ply)
	}
	return "?ply=" + strconv.Itoa(ply)
}

// Home returns the address of the site's first page.
func (f PageData) Home() string {
	if f.Root+f.Index == "" {
		return "./" + f.Query
	}
	return f.Root + f.Index + f.Query
}

// GameLink returns the address of a game.
func (f PageData) GameLink(key string) string {
	return f.Root + "game/" + key + "/" + f.Index + f.Query
}

// Scripts returns the scripts that a page loads, in their order: none, unless the page
// says otherwise.
func (f PageData) Scripts() []string { return nil }

// DataScript returns the address of a script with what the page shows, "" for none.
func (f PageData) DataScript() string {
	if f.Steps {
		return "steps.js"
	}
	return ""
}

// Compiles reports whether a page of files runs an engine, which its policy has to allow.
func (f PageData) Compiles() bool { return false }

// Styles are style sheets that a page has besides that of all pages.
func (f PageData) Styles() []string { return nil }
