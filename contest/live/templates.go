package live

import (
	"embed"

	"github.com/loopline/loopline/contest/live/analysis"
	"github.com/loopline/loopline/contest/live/web"
)

//go:embed assets
var assets embed.FS

var templates = web.Parse(analysis.Files, assets)
