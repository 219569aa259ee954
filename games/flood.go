package games

import (
	"sync"

	"github.com/loopline/loopline/games/grid"
	"github.com/loopline/loopline/games/grid/rtl"
	"github.com/loopline/loopline/games/kernel"
	"github.com/loopline/loopline/vectors"
)

// The floods of the games on a field: in Kakomimasu a diagonal ring is open, in
// DPT it encloses.
var (
	kakomimasuFlood = sync.OnceValue(func() *kernel.Module {
		return rtl.NewKernel("kakomimasu", grid.Eight, vectors.Board{Columns: 10, Rows: 10})
	})
	dptFlood = sync.OnceValue(func() *kernel.Module {
		return rtl.NewKernel("dpt", grid.Four, vectors.Board{Columns: 12, Rows: 12})
	})
)
