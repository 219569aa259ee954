package rtl

import (
	"slices"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/vectors"
)

// Met is how often something came up while a core was compared. What never
// came up has not been compared.
type Met struct {
	What string // "PLAY", "GEN's moves" or "completed"
	How  string // a status, or what was completed
	N    int
}

// String is such as "PLAY forced-play".
func (m Met) String() string { return m.What + " " + m.How }

// Names of what is not an operation, in Met.
const (
	MetStreamed  = "GEN's moves"
	MetCompleted = "completed"
)

// Met lists all that a core with the given board can be made to answer by the
// operations that are not left out, and how often each was the right answer:
// the statuses of each operation, those of the moves that GEN streams, and what
// turns completed.
func (t *Tally) Met(logSize int, without []Op) []Met {
	var all []Met
	for _, op := range [...]Op{New, Play, Undo, Try, Gen} {
		if slices.Contains(without, op) {
			continue
		}
		for _, s := range statusesOf(op) {
			all = append(all, Met{op.String(), statusName(s), t.Answers[op][s]})
		}
	}
	if !slices.Contains(without, Gen) {
		for _, s := range [...]vectors.Status{vectors.OK, vectors.ForcedPlay, vectors.BoardFull} {
			all = append(all, Met{MetStreamed, s.String(), t.Streamed[s]})
		}
	}
	return t.appendCompleted(all, logSize)
}

// appendCompleted appends what turns completed. A small board has no lines.
func (t *Tally) appendCompleted(dst []Met, logSize int) []Met {
	const lines, shortest = trax.WhiteLine | trax.RedLine, 8
	for bit, n := range t.Completed {
		c := trax.Completed(1 << bit)
		if c&lines != 0 && 1<<logSize-2 < shortest {
			continue
		}
		dst = append(dst, Met{MetCompleted, c.Names()[0], n})
	}
	return append(dst, Met{MetCompleted, "both colours at once", t.Both})
}

// statusesOf are the statuses that an operation can have.
func statusesOf(op Op) []uint8 {
	switch op {
	case New:
		return []uint8{0}
	case Undo:
		return []uint8{0, statusNothing}
	case Gen:
		return []uint8{0, uint8(vectors.GameOver)}
	}
	all := make([]uint8, vectors.BoardFull+1)
	for s := range all {
		all[s] = uint8(s)
	}
	return all
}

// NotMet are those that never came up.
func NotMet(all []Met) []Met {
	return slices.DeleteFunc(slices.Clone(all), func(m Met) bool { return m.N > 0 })
}
