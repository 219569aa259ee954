package contestpages

import (
	"embed"

	"github.com/loopline/loopline/contest/live/web"
)

//go:embed assets
var assets embed.FS

var templates = web.Parse(assets)
