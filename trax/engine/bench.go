package engine

import (
	"context"
	"time"

	"github.com/loopline/loopline/trax"
)

// Bench searches a fixed set of positions to a fixed depth and returns how
// many moves it tried. The count is the same on every machine; it changes only
// with the search.
func Bench() (nodes int64) {
	const depth = 3
	s := newSearch(Options{Depth: depth, Evaluate: Tracks()})
	for _, moves := range [...][]string{
		{},
		{"@0+", "B1+", "B2+", "C1/", "A0/"},
		{"@0+", "A2\\", "A0\\", "A0\\", "B4+", "C4/", "@4\\", "E4\\", "B5+", "E5+"},
		{"@0+", "A0\\", "B2+", "A0+", "@1+", "B0\\", "B5\\", "@2+", "B5/", "A1\\",
			"C6+", "@1+", "@2\\", "F2\\", "G5/"},
	} {
		p := trax.NewPosition()
		for _, m := range moves {
			if p.PlayText(m) != nil {
				return 0
			}
		}
		r, err := s.iterate(context.Background(), p, time.Hour)
		if err != nil {
			return 0
		}
		nodes += r.nodes
	}
	return nodes
}
