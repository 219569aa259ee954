package rtl

import "github.com/loopline/loopline/trax"

// track is the end of a track that a game makes longer, to lead it across the
// board.
type track struct {
	head trax.Cell // its last tile
	out  int       // the side at which the track leaves it
	ply  int       // after which this is so; 0 is not known
}

// next is the cell after the end.
func (t *track) next() trax.Cell { return stepFrom(t.head, t.out) }

func stepFrom(c trax.Cell, side int) trax.Cell {
	switch side {
	case 0:
		c.Col++
	case 1:
		c.Row--
	case 2:
		c.Col--
	default:
		c.Row++
	}
	return c
}

// leaves is the side at which a track leaves the tile that it enters at a side.
func leaves(t trax.Tile, in int) int {
	for out := range 4 {
		if out != in && t>>out&1 == t>>in&1 {
			return out
		}
	}
	return in
}

// played takes in the turn that was played last. The track begins with the
// first, towards a side.
func (t *track) played(pos *trax.Position, at trax.Cell, side int) {
	placed := pos.AppendPlaced(nil)[0]
	switch {
	case pos.Ply() == 1:
		t.out = side
	case t.ply == pos.Ply()-1 && t.ply > 0 && at == t.next():
		t.out = leaves(placed.Tile, t.out^2)
	default:
		t.ply = 0
		return
	}
	t.head, t.ply = placed.Cell, pos.Ply()
	for n := pos.Tiles(); n > 0; n-- { // forced tiles may have made it longer
		tile := pos.At(t.next())
		if tile == trax.Empty {
			return
		}
		t.head = t.next()
		t.out = leaves(tile, t.out^2)
	}
}
