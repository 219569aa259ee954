package engine

import "github.com/loopline/loopline/trax"

// anyMove returns a legal move of p found as fast as can be: most boards take
// a tile above a tile of their top row. It is the answer if time is up before
// there is a better one.
func anyMove(p *trax.Position) (trax.Move, error) {
	if p.Outcome().Over {
		return trax.Move{}, ErrOver
	}
	for col := 1; col <= p.Width(); col++ {
		if p.At(trax.Cell{Col: col, Row: 1}) == trax.Empty {
			continue
		}
		for _, s := range [...]trax.Shape{trax.Plus, trax.Slash, trax.Backslash} {
			m := trax.Move{Cell: trax.Cell{Col: col}, Shape: s}
			if p.Play(m) == nil {
				p.Undo()
				return m, nil
			}
		}
	}
	if moves := p.AppendMoves(nil); len(moves) > 0 {
		return moves[0], nil
	}
	return trax.Move{}, ErrNoMove
}
