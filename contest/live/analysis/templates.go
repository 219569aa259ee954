package analysis

import (
	"embed"

	"github.com/loopline/loopline/contest/live/web"
)

// Files are the templates of the pages, and of the part that pages of games have.
//
//go:embed assets
var Files embed.FS

var templates = web.Parse(Files)
