package puzzle

import (
	"context"

	"github.com/loopline/loopline/trax"
)

// The themes of puzzles, as docs/bots.md explains them.
const (
	Attack = "attack" // a loop is closed at once, or behind a row of threats
	L      = "L"      // the answer threatens two loops
	Edge   = "edge"   // the answer threatens one, and whatever parries leaves an L
	Cave   = "cave"   // the answer threatens one, and nothing parries
	Line   = "line"   // a line wins, or threatens to
)

// Themes lists the themes.
func Themes() []string { return []string{Attack, L, Edge, Cave, Line} }

// Theme returns the theme of a puzzle in p, whose side to move wins in so many turns by the given
// answer. It leaves p as it was. The error comes from ctx.
func Theme(ctx context.Context, p *trax.Position, answer trax.Move, turns int) (string, error) {
	mover := p.Turn()
	if err := p.Play(answer); err != nil {
		return "", err
	}
	defer p.Undo()
	if p.Outcome().Over {
		return loopOr(mover, p.Outcome().Completed), nil
	}
	threats, _, _ := p.Tactics().Threats(nil)
	for _, t := range threats {
		if loopOr(mover, t.Completed) == Line {
			return Line, nil
		}
	}
	switch {
	case turns == 2 && double(threats):
		return L, nil
	case turns == 2:
		return Cave, nil
	case len(threats) == 0 || double(threats):
		return Attack, nil
	}
	return afterParries(ctx, p, threats)
}

// afterParries returns Edge where every parry of threats leaves an L, else Attack.
func afterParries(ctx context.Context, p *trax.Position, threats []trax.EndingMove) (string, error) {
	left := 0
	for _, m := range p.Tactics().AppendEvasionMoves(nil, threats) {
		if p.Play(m) != nil {
			continue
		}
		name := L
		if s, err := Solve(ctx, p, 2); err != nil {
			p.Undo()
			return "", err
		} else if s.Turns == 2 {
			name, err = Theme(ctx, p, s.Answers[0], 2)
			if err != nil {
				p.Undo()
				return "", err
			}
			left++
		}
		p.Undo()
		if name != L {
			return Attack, nil
		}
	}
	if left == 0 {
		return Attack, nil
	}
	return Edge, nil
}

// loopOr returns Line where a colour completes no loop, else Attack.
func loopOr(color trax.Color, completed trax.Completed) string {
	loop := trax.WhiteLoop
	if color == trax.Red {
		loop = trax.RedLoop
	}
	if completed.Has(loop) {
		return Attack
	}
	return Line
}

// double reports whether no single tile lies at all of the threats: they are of two loops.
func double(threats []trax.EndingMove) bool {
	for _, a := range threats {
		for _, b := range threats {
			if far := abs(a.Move.Cell.Col-b.Move.Cell.Col) + abs(a.Move.Cell.Row-b.Move.Cell.Row); far > 2 {
				return true
			}
		}
	}
	return false
}

func abs(n int) int { return max(n, -n) }
