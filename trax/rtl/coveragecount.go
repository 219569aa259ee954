package rtl

import (
	"slices"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/vectors"
)

// CoverageCount is the hit count of a coverage bin in a comparison of a core. What never
// came up has not been compared.
type CoverageCount struct {
	What string // "PLAY", "GEN's moves" or "completed"
	How  string // a status, or what was completed
	N    int
}

// String is such as "PLAY forced-play".
func (m CoverageCount) String() string { return m.What + " " + m.How }

// Names of bins that are not operations, in CoverageCount.
const (
	CoverStreamed  = "GEN's moves"
	CoverCompleted = "completed"
)

// Coverage lists all that a core with the given board can be made to answer by the
// operations that are not left out, and how often each was the right answer:
// the statuses of each operation, those of the moves that GEN streams, and what
// turns completed.
func (t *RunStats) Coverage(logSize int, without []Op) []CoverageCount {
	var all []CoverageCount
	for _, op := range [...]Op{New, Play, Undo, Try, Gen} {
		if slices.Contains(without, op) {
			continue
		}
		for _, s := range statusesOf(op) {
			all = append(all, CoverageCount{op.String(), statusName(s), t.Answers[op][s]})
		}
	}
	if !slices.Contains(without, Gen) {
		for _, s := range [...]vectors.Status{vectors.OK, vectors.ForcedPlay, vectors.BoardFull} {
			all = append(all, CoverageCount{CoverStreamed, s.String(), t.Streamed[s]})
		}
	}
	return t.appendCompleted(all, logSize)
}

// appendCompleted appends what turns completed. A small board has no lines.
func (t *RunStats) appendCompleted(dst []CoverageCount, logSize int) []CoverageCount {
	const lines, shortest = trax.WhiteLine | trax.RedLine, 8
	for bit, n := range t.Completed {
		c := trax.Completed(1 << bit)
		if c&lines != 0 && 1<<logSize-2 < shortest {
			continue
		}
		dst = append(dst, CoverageCount{CoverCompleted, c.Names()[0], n})
	}
	return append(dst, CoverageCount{CoverCompleted, "both colours at once", t.Both})
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

// Holes returns the bins that were never hit.
func Holes(all []CoverageCount) []CoverageCount {
	return slices.DeleteFunc(slices.Clone(all), func(m CoverageCount) bool { return m.N > 0 })
}
