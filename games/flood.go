package games

import (
	"sync"

	"github.com/loopline/loopline/games/grid"
	"github.com/loopline/loopline/games/grid/rtl"
	"github.com/loopline/loopline/games/rtlblock"
	"github.com/loopline/loopline/vectors"
)

// The floods of the games on a field: in Kakomimasu a diagonal ring is open, in
// DPT it encloses.
var (
	kakomimasuFlood = sync.OnceValue(func() *rtlblock.Block {
		return rtl.NewBlock("kakomimasu", grid.Eight, vectors.GridSize{Columns: 10, Rows: 10})
	})
	dptFlood = sync.OnceValue(func() *rtlblock.Block {
		return rtl.NewBlock("dpt", grid.Four, vectors.GridSize{Columns: 12, Rows: 12})
	})
)
