package rtl

import (
	"encoding/binary"
	"maps"
	"sync"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/vectors"
)

// RunStats counts what a core was asked, what the right answers were, and the
// clock cycles that it took. The cycles of a command are those until the next
// one could pass.
type RunStats struct {
	Turns    int      // PLAY and TRY
	Accepted [5]Count // by Op, those answered with ok
	Refused  [5]Count // by Op, all others

	Answers   [5][statuses]int // by Op and status
	Streamed  [statuses]int    // the moves of GEN, by status
	Completed [4]int           // the turns that completed it, by the bit of trax.Completed
	Both      int              // the turns that completed something for either colour

	Bins map[string]int // how often each coverage bin of turns came up; nil if it wasn't asked
}

// statuses bounds the numbers of statuses.
const statuses = 16

// Count is a number of commands and their clock cycles.
type Count struct{ Commands, Cycles, Longest int }

// Average is the cycles of a command; 0 if there was none.
func (c Count) Average() float64 { return float64(c.Cycles) / float64(max(1, c.Commands)) }

// count takes in a batch, by the answers that are right.
func (t *RunStats) count(b *batch, cycles []uint32) {
	from := 0
	for i, c := range b.commands[:min(len(cycles), len(b.commands))] {
		right := record(b.want[from:b.ends[i]])
		from = b.ends[i]
		t.add(c.Op, right[1], int(cycles[i]))
		switch {
		case c.Op == Gen:
			for at := recordHead; at+4 <= len(right); at += 4 {
				t.Streamed[binary.LittleEndian.Uint32(right[at:])>>4&15]++
			}
		case right[2] != 0:
			t.complete(trax.Completed(right[2]))
		}
	}
}

func (t *RunStats) add(op Op, status uint8, cycles int) {
	if op > Gen {
		return
	}
	if op == Play || op == Try {
		t.Turns++
	}
	t.Answers[op][status%statuses]++
	n := &t.Refused[op]
	if status == 0 {
		n = &t.Accepted[op]
	}
	n.Commands++
	n.Cycles += cycles
	n.Longest = max(n.Longest, cycles)
}

// complete counts what a turn completed.
func (t *RunStats) complete(c trax.Completed) {
	for bit := range t.Completed {
		t.Completed[bit] += int(c >> bit & 1)
	}
	if c&whites != 0 && c&reds != 0 {
		t.Both++
	}
}

// The completions of each colour.
const (
	whites = trax.WhiteLoop | trax.WhiteLine
	reds   = trax.RedLoop | trax.RedLine
)

// classify has each turn counted by its coverage bins.
type classify struct {
	turns *vectors.Classifier
}

func newClassify(logSize int) *classify {
	return &classify{vectors.NewClassifier(vectors.Board{Columns: 1 << logSize, Rows: 1 << logSize})}
}

// add takes in a command; the classifier is then where the core should be.
func (k *classify) add(c *Command) {
	switch c.Op {
	case New:
		k.turns.Reset()
	case Play:
		k.turns.Play(c.Move)
	case Try:
		if k.turns.Play(c.Move) == vectors.OK {
			k.turns.Undo()
		}
	case Undo:
		k.turns.Undo()
	}
}

// Merge adds what another tally has counted.
func (t *RunStats) Merge(u *RunStats) {
	t.Turns += u.Turns
	t.Both += u.Both
	for op := range t.Accepted {
		t.Accepted[op].merge(u.Accepted[op])
		t.Refused[op].merge(u.Refused[op])
		for s := range t.Answers[op] {
			t.Answers[op][s] += u.Answers[op][s]
		}
	}
	for s := range t.Streamed {
		t.Streamed[s] += u.Streamed[s]
	}
	for bit := range t.Completed {
		t.Completed[bit] += u.Completed[bit]
	}
	if u.Bins != nil {
		sum := map[string]int{}
		maps.Copy(sum, t.Bins)
		for name, n := range u.Bins {
			sum[name] += n
		}
		t.Bins = sum
	}
}

func (c *Count) merge(d Count) {
	c.Commands += d.Commands
	c.Cycles += d.Cycles
	c.Longest = max(c.Longest, d.Longest)
}

// progress is a tally that several goroutines add to.
type progress struct {
	mu    sync.Mutex
	tally RunStats
	tell  func(turns int)
}

func (p *progress) add(t *RunStats) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tally.Merge(t)
	if p.tell != nil {
		p.tell(p.tally.Turns)
	}
}
