package engine

import (
	"fmt"
	"strings"

	"github.com/loopline/loopline/trax"
)

// Info is the progress of a search after a depth, like an info line of UCI: depth, score,
// nodes and principal variation.
type Info struct {
	Depth int         // in plies, the move among them
	Value int         // for the side to move: see [Evaluator], and [DecisivePlies]
	PV    []trax.Move // principal variation, the move first; it may be shorter than Depth
	Nodes int64       // moves tried so far
}

// String returns a line such as "depth 4, value 35, B2/ C3+ A0\, 10234 nodes". A
// game that ends by force has a value such as "wins in 3" plies.
func (t Info) String() string {
	value := fmt.Sprintf("value %d", t.Value)
	if plies, won, forced := DecisivePlies(t.Value); forced {
		value = fmt.Sprintf("%s in %d", map[bool]string{true: "wins", false: "loses"}[won], plies)
	}
	moves := make([]string, len(t.PV))
	for i, m := range t.PV {
		moves[i] = m.String()
	}
	return fmt.Sprintf("depth %d, %s, %s, %d nodes", t.Depth, value, strings.Join(moves, " "), t.Nodes)
}

func (s *search) reportInfo(r *result) {
	if s.options.OnInfo != nil {
		s.options.OnInfo(Info{r.depth, r.score, s.tree.pv(s.rootMoves[0].move, r.depth), s.tree.nodes})
	}
}

// pv reads the principal variation from the transposition table, first included, at most most
// moves long. It may be shorter, since entries are replaced.
func (t *tree) pv(first trax.Move, most int) (line []trax.Move) {
	var legal []trax.Move
	for m, found := first, true; found && t.p.Play(m) == nil; {
		line = append(line, m)
		t.zobrist.push(t.p, m)
		known, _ := t.tt.probe(t.zobrist.top().posKey)
		found = false
		if len(line) == most || known.best == 0 || t.p.Outcome().Over {
			continue
		}
		legal = t.p.AppendMoves(legal[:0])
		for i := 0; i < len(legal) && !found; i++ {
			m, found = legal[i], t.zobrist.top().moveKey(legal[i]) == known.best
		}
	}
	for range line {
		t.undo()
	}
	return line
}
