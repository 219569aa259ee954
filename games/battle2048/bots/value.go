package bots

import (
	"errors"

	"github.com/loopline/loopline/games/battle2048"
)

// errStuck is the error of a player that is asked though it cannot slide.
var errStuck = errors.New("no slide changes the board")

// Weights of the evaluation of a grid: room, tiles that merge, and neighbours alike.
const (
	weightEmpty = 24
	weightPair  = 14
	weightStep  = 3 // taken off for each step between neighbours' exponents
)

func value(b *battle2048.Grid) int {
	v := 0
	for i, e := range b {
		if e == 0 {
			v += weightEmpty
			continue
		}
		if i%battle2048.Size < battle2048.Size-1 {
			v += beside(e, b[i+1])
		}
		if i < battle2048.Cells-battle2048.Size {
			v += beside(e, b[i+battle2048.Size])
		}
	}
	return v
}

func beside(a, b uint8) int {
	switch {
	case b == 0:
		return 0
	case a == b:
		return weightPair
	case a < b:
		return -weightStep * int(b-a)
	}
	return -weightStep * int(a-b)
}

// attack is a way to attack a board, and the board after it.
type attack struct {
	exponent int
	cells    []battle2048.Cell
	after    battle2048.Grid
	value    int // of the board after it
}

// attacks are the ways to attack a board after the given number of merges, one for each
// number of tiles: each tile lies where it hurts most.
func attacks(b *battle2048.Grid, merges int) (all []attack) {
	empty := b.Empty()
	for k := 0; k <= merges && 1<<k <= empty; k++ {
		a := attack{exponent: merges + 1 - k, after: *b}
		for range 1 << k {
			c := worst(&a.after, uint8(a.exponent))
			a.after[c] = uint8(a.exponent)
			a.cells = append(a.cells, c)
		}
		a.value = value(&a.after)
		all = append(all, a)
	}
	return all
}

// worst is the empty cell where a tile leaves its owner worst off.
func worst(b *battle2048.Grid, exponent uint8) battle2048.Cell {
	at, least := battle2048.Cell(-1), 0
	for c, e := range b {
		if e != 0 {
			continue
		}
		v := 0
		if c%battle2048.Size > 0 {
			v += adjacentBonus(exponent, b[c-1])
		}
		if c%battle2048.Size < battle2048.Size-1 {
			v += adjacentBonus(exponent, b[c+1])
		}
		if c >= battle2048.Size {
			v += adjacentBonus(exponent, b[c-battle2048.Size])
		}
		if c < battle2048.Cells-battle2048.Size {
			v += adjacentBonus(exponent, b[c+battle2048.Size])
		}
		if at < 0 || v < least {
			at, least = battle2048.Cell(c), v
		}
	}
	return at
}

// adjacentBonus is beside for a neighbour that may be empty.
func adjacentBonus(tile, neighbour uint8) int {
	if neighbour == 0 {
		return 0
	}
	return beside(tile, neighbour)
}
