package puzzle

import (
	"context"

	"github.com/loopline/loopline/trax"
)

// Solution is a forced win of the side to move.
type Solution struct {
	Turns         int         // of its own until it has won, 0 where that takes more than was asked
	Answers       []trax.Move // every move by which it wins within the given number of turns
	QuietMove     bool        // the first of them does not threaten to win at once
	FailedThreats int         // moves that do threaten, and do not win in time
}

// Solve finds out whether the side to move in p, which is not over, wins within
// the given number of its own turns whatever the other plays, and by which moves in the
// least number. It leaves p as it was. The error comes from ctx.
func Solve(ctx context.Context, p *trax.Position, most int) (Solution, error) {
	s := solver{ctx: ctx, p: p, plies: make([]node, 2*most+2)}
	return s.solve(most)
}

// SolveByThreats is Solve that looks at those moves alone that threaten to win at once,
// or do. Its win holds against every defence, but there may be others, and
// quicker ones: Solve with fewer turns tells. It takes a small part of the time.
func SolveByThreats(ctx context.Context, p *trax.Position, most int) (Solution, error) {
	s := solver{ctx: ctx, p: p, plies: make([]node, 2*most+2), attacks: true}
	return s.solve(most)
}

// solver plays on p, to which it comes back.
type solver struct {
	ctx     context.Context
	p       *trax.Position
	plies   []node
	attacks bool // of the side that is to win, and nothing else
}

// solve is Solve.
func (s *solver) solve(most int) (Solution, error) {
	for turns := 1; turns <= most; turns++ {
		if found := s.first(turns); len(found.Answers) > 0 || s.ctx.Err() != nil {
			return found, s.ctx.Err()
		}
	}
	return Solution{}, nil
}

// node is the working memory of a ply.
type node struct {
	moves   []trax.Move
	threats []trax.EndingMove
	refuted trax.Move // the answer that last parried at this ply
}

// first returns how the side to move wins within the given number of turns, where it does not
// within fewer.
func (s *solver) first(turns int) (found Solution) {
	found.Turns = turns
	n := &s.plies[0]
	n.moves = s.p.AppendMoves(n.moves[:0])
	for _, m := range n.moves {
		wins, threatens := s.tries(m, turns, 0)
		switch {
		case wins:
			found.QuietMove = found.QuietMove || len(found.Answers) == 0 && !threatens && turns > 1
			found.Answers = append(found.Answers, m)
		case threatens:
			found.FailedThreats++
		}
	}
	return found
}

// tries reports whether the legal move m wins within the given number of turns, it among
// them, and whether it threatens to win at once.
func (s *solver) tries(m trax.Move, turns, ply int) (wins, threatens bool) {
	mover := s.p.Turn()
	if s.ctx.Err() != nil || s.p.Play(m) != nil {
		return false, false
	}
	defer s.p.Undo()
	if o := s.p.Outcome(); o.Over {
		return o.Winner == mover, false
	}
	if turns == 1 {
		return false, false
	}
	n := &s.plies[ply+1]
	threats, _, lost := s.p.Tactics().Threats(n.threats[:0])
	n.threats = threats
	if lost || s.attacks && len(threats) == 0 {
		return false, false
	}
	return s.bestDefence(turns-1, ply+1) == trax.Move{}, len(threats) > 0
}

// bestDefence returns an answer of the side to move after which the other does not
// win within the given number of turns; none is the zero move. The one that parried last at this
// ply likely does so again. Against the threats of the node other moves parry nothing.
func (s *solver) bestDefence(turns, ply int) trax.Move {
	n := &s.plies[ply]
	if n.refuted.Shape != 0 && s.defends(n.refuted, turns, ply) {
		return n.refuted
	}
	n.moves = s.evasions(n)
	for _, m := range n.moves {
		if s.defends(m, turns, ply) {
			n.refuted = m
			return m
		}
	}
	return trax.Move{}
}

// evasions lists the moves that may parry.
func (s *solver) evasions(n *node) []trax.Move {
	if len(n.threats) > 0 {
		return s.p.Tactics().AppendEvasionMoves(n.moves[:0], n.threats)
	}
	return s.p.AppendMoves(n.moves[:0])
}

// defends reports whether m is a legal answer after which the other side does not win
// within the given number of turns.
func (s *solver) defends(m trax.Move, turns, ply int) bool {
	mover := s.p.Turn()
	if s.p.Play(m) != nil {
		return false
	}
	defer s.p.Undo()
	if o := s.p.Outcome(); o.Over {
		return o.Winner == mover
	}
	return !s.wins(turns, ply+1)
}

// wins reports whether the side to move wins within the given number of turns.
func (s *solver) wins(turns, ply int) bool {
	n := &s.plies[ply]
	threats, _, won := s.p.Tactics().Threats(n.threats[:0])
	n.threats = threats
	if won || turns == 1 {
		return won
	}
	n.moves = s.p.AppendMoves(n.moves[:0])
	for _, m := range n.moves {
		if wins, _ := s.tries(m, turns, ply); wins {
			return true
		}
	}
	return false
}
