package engine

import (
	"sync"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine/searchmodel"
	"github.com/loopline/loopline/trax/engine/searchmodel/rimweights"
)

// RimImage returns the image of the weights of windows and of track shapes for the
// searching board, and how many of the windows it has. A weight has to fit 8 bits; a greater one is
// stored as the greatest. The board has no weights of other features.
func (w *Weights) RimImage() (*rimweights.Image, rimweights.Kept) {
	return rimweights.Build(w.rimWindows(wide), w.rimWindows(narrow), w.rimTracks())
}

// boardImage is that of the embedded weights, which is built once.
var boardImage = sync.OnceValue(func() *rimweights.Image {
	m, _ := LearnedWeights().RimImage()
	return m
})

// rimWindows returns the windows of a width, seen along the rim either way.
func (w *Weights) rimWindows(width int) (all []rimweights.Weighted) {
	for f, points := range w.of {
		if f < patternKind || points == 0 {
			continue
		}
		seen, n := patternOf(f)
		if n != width || seen.feature(width) != f {
			continue
		}
		all = append(all, rimweights.Weighted{Window: rimweights.Window(seen), Weight: boardWeight(points)})
		if m := seen.mirrored(width); m != seen {
			all = append(all, rimweights.Weighted{Window: rimweights.Window(m), Weight: boardWeight(points)})
		}
	}
	return all
}

// rimTracks returns the weights of tracks by searchmodel's Track.Index. The board sees a track from
// both of its ends, and so counts it twice.
func (w *Weights) rimTracks() *[rimweights.NumTracks]int8 {
	var all [rimweights.NumTracks]int8
	for own := range 2 {
		for side := range 4 {
			for columns := -8; columns < 8; columns++ {
				for rows := range 8 {
					// An end that enters at the right side leaves its own tile to the left.
					shape := ShapeOf(trax.Left, trax.Side(side).Opposite(), columns, rows)
					t := searchmodel.Track{Own: own == 1, Side: side, Columns: columns, Rows: rows}
					all[t.Index()] = boardWeight(w.of[shapeFeature(1-own, shape)])
				}
			}
		}
	}
	return &all
}

func boardWeight(points int16) int8 { return int8(max(-128, min(127, points))) }
