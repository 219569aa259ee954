package vectors

import (
	"slices"

	"github.com/loopline/loopline/games/chaser"
	"github.com/loopline/loopline/vectors"
)

// class is a class of vectors and which they are.
type class struct {
	vectors.Class
	has func(*window) bool
}

// classes lists the classes of windows.
func classes() []class {
	all := []class{
		{vectors.Class{Name: "around", Says: "around the player"}, func(w *window) bool { return w.Action == chaser.Walk }},
		{vectors.Class{Name: "other", Says: "with the other player in it"}, func(w *window) bool { return w.sees(1) }},
		{vectors.Class{Name: "item", Says: "with an item in it"}, func(w *window) bool { return w.sees(uint8(chaser.Item)) }},
		{vectors.Class{Name: "floor", Says: "of floor alone"}, func(w *window) bool { return w.seen == chaser.Window{} }},
		{vectors.Class{Name: "edge", Says: "of a player at the edge of the map, who sees over it"}, func(w *window) bool {
			return w.on(w.Player) && (w.Player.X == 0 || w.Player.Y == 0 || w.Player.X == len(w.Rows[0])-1 || w.Player.Y == len(w.Rows)-1)
		}},
		{vectors.Class{Name: "off-map", Says: "of a player who has walked off the map"}, func(w *window) bool { return !w.on(w.Player) }},
		{vectors.Class{Name: "other-off-map", Says: "with the other player in it, who has walked off the map"},
			func(w *window) bool { return w.sees(1) && !w.on(w.Other) }},
		{vectors.Class{Name: "other-on-block", Says: "with the other player in it, who hides a block"}, func(w *window) bool {
			return w.sees(1) && w.on(w.Other) && w.Rows[w.Other.Y][w.Other.X] == chaser.Block
		}},
		{vectors.Class{Name: "shared", Says: "of two players on one cell"}, func(w *window) bool { return w.Player == w.Other }},
	}
	for _, a := range []chaser.Action{chaser.Look, chaser.Search} {
		for d, way := range []string{"up", "right", "left", "down"} {
			all = append(all, class{
				vectors.Class{Name: actions[a] + "-" + way, Says: "by " + actions[a] + " " + way + ", not of blocks alone"},
				func(w *window) bool {
					return w.Action == a && int(w.Direction) == d &&
						slices.ContainsFunc(w.seen[:], func(c uint8) bool { return c != uint8(chaser.Block) })
				},
			})
		}
	}
	return all
}

func classesOf(w *window) (set vectors.ClassSet) {
	for i, c := range classes() {
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
