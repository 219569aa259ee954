package searchmodel

import (
	"bytes"
	_ "embed" // the weights
	"fmt"
	"strconv"
	"sync"
)

// Weights are the values of tracks for the side to move, by the lie of their ends: the table
// of hdl's ll_eval_rom. [Track.Index] is the place in it.
type Weights [1024]int8

// weightsText is written by trax/engine/searchmodel/weights; its first line says how.
//
//go:embed weights.txt
var weightsText []byte

// loadWeights reads the embedded weights once.
var loadWeights = sync.OnceValue(func() *Weights {
	var w Weights
	next := 0
	for line := range bytes.Lines(weightsText) {
		if bytes.HasPrefix(line, []byte("#")) {
			continue
		}
		for word := range bytes.FieldsSeq(line) {
			v, err := strconv.ParseInt(string(word), 10, 8)
			if err != nil || next == len(w) {
				panic(fmt.Sprintf("the embedded weights of the board: %q is one too many, or no weight", word))
			}
			w[next] = int8(v)
			next++
		}
	}
	if next != len(w) {
		panic(fmt.Sprintf("the embedded weights of the board: %d are missing", len(w)-next))
	}
	return &w
})

// A Track is an open track as the board sees it from one of its ends: the square
// that this end enters is turned so that it does so at the right side, and mirrored
// so that the other end lies no higher.
type Track struct {
	Own  bool // it is of the colour to move
	Side int  // of the square that the other end enters: 0 right, 1 top, 2 left, 3 bottom
	// How far away that square is, in columns to the right, -8 to 7, and in rows
	// down, 0 to 7; what is farther counts as that.
	Columns, Rows int
}

// Index is the place of a track in the table.
func (t Track) Index() int {
	n := t.Side&3<<7 | (max(-8, min(7, t.Columns))&15)<<3 | min(7, t.Rows)
	if !t.Own {
		n |= 512
	}
	return n
}

// trackFrom is the track that enters square at a side, and its mate at its other end.
func trackFrom(square uint16, side uint8, mate uint16, own bool) Track {
	dx, dy := signed(mate-square), signed(mate>>logSize-square>>logSize)
	end := (uint8(mate>>squareBits&3) - side) & 3
	switch side {
	case 1:
		dx, dy = -dy, dx
	case 2:
		dx, dy = -dx, -dy
	case 3:
		dx, dy = dy, -dx
	}
	if dy < 0 {
		dy, end = -dy, -end&3
	}
	return Track{own, int(end), dx, dy}
}

// signed is a distance on the torus, of which the lowest bits count.
func signed(d uint16) int {
	return int(int16(d<<(16-logSize))) >> (16 - logSize)
}
