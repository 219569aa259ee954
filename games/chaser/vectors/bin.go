package vectors

import (
	"slices"

	"github.com/loopline/loopline/games/chaser"
	"github.com/loopline/loopline/vectors"
)

// bin is a bin of vectors with its test.
type bin struct {
	vectors.Bin
	has func(*window) bool
}

// bins lists the bins of windows.
func bins() []bin {
	all := []bin{
		{vectors.Bin{Name: "around", Description: "around the player"}, func(w *window) bool { return w.Action == chaser.Walk }},
		{vectors.Bin{Name: "other", Description: "with the other player in it"}, func(w *window) bool { return w.sees(1) }},
		{vectors.Bin{Name: "item", Description: "with an item in it"}, func(w *window) bool { return w.sees(uint8(chaser.Item)) }},
		{vectors.Bin{Name: "floor", Description: "of floor alone"}, func(w *window) bool { return w.seen == chaser.Window{} }},
		{vectors.Bin{Name: "edge", Description: "of a player at the edge of the map, who sees over it"}, func(w *window) bool {
			return w.on(w.Player) && (w.Player.X == 0 || w.Player.Y == 0 || w.Player.X == len(w.Rows[0])-1 || w.Player.Y == len(w.Rows)-1)
		}},
		{vectors.Bin{Name: "off-map", Description: "of a player who has walked off the map"}, func(w *window) bool { return !w.on(w.Player) }},
		{vectors.Bin{Name: "other-off-map", Description: "with the other player in it, who has walked off the map"},
			func(w *window) bool { return w.sees(1) && !w.on(w.Other) }},
		{vectors.Bin{Name: "other-on-block", Description: "with the other player in it, who hides a block"}, func(w *window) bool {
			return w.sees(1) && w.on(w.Other) && w.Rows[w.Other.Y][w.Other.X] == chaser.Block
		}},
		{vectors.Bin{Name: "shared", Description: "of two players on one cell"}, func(w *window) bool { return w.Player == w.Other }},
	}
	for _, a := range []chaser.Action{chaser.Look, chaser.Search} {
		for d, way := range []string{"up", "right", "left", "down"} {
			all = append(all, bin{
				vectors.Bin{Name: actions[a] + "-" + way, Description: "by " + actions[a] + " " + way + ", not of blocks alone"},
				func(w *window) bool {
					return w.Action == a && int(w.Direction) == d &&
						slices.ContainsFunc(w.seen[:], func(c uint8) bool { return c != uint8(chaser.Block) })
				},
			})
		}
	}
	return all
}

func binsOf(w *window) (set vectors.BinSet) {
	for i, c := range bins() {
		if c.has(w) {
			set.Add(i)
		}
	}
	return set
}

// sees reports whether a cell of the window is such.
func (w *window) sees(cell uint8) bool { return slices.Contains(w.seen[:], cell) }

// on reports whether a cell is on the map.
func (w *window) on(p chaser.Point) bool {
	return p.X >= 0 && p.Y >= 0 && p.X < len(w.Rows[0]) && p.Y < len(w.Rows)
}
