package rtl

import (
	"fmt"

	"github.com/loopline/loopline/internal/humanize"
)

// CycleCount is the latency of a kind of command in clock cycles, for JSON.
type CycleCount struct {
	Commands int     `json:"commands"`
	Average  float64 `json:"average"`
	Longest  int     `json:"longest"`
}

// Cycles are the clock cycles of commands by name, such as "PLAY" and "PLAY
// refused". Those that were never asked are left out.
func (t *RunStats) Cycles() map[string]CycleCount {
	all := map[string]CycleCount{}
	t.eachCount(func(name string, n Count) {
		all[name] = CycleCount{n.Commands, n.Average(), n.Longest}
	})
	return all
}

// AppendCycles appends a table of the clock cycles of commands.
func (t *RunStats) AppendCycles(dst []byte) []byte {
	dst = fmt.Appendf(dst, "%-14s %12s %16s %10s\n", "clock cycles", "commands", "average", "longest")
	t.eachCount(func(name string, n Count) {
		dst = fmt.Appendf(dst, "%-14s %12s %16.2f %10d\n", name, humanize.Comma(n.Commands), n.Average(), n.Longest)
	})
	return dst
}

func (t *RunStats) eachCount(f func(name string, n Count)) {
	for op := range t.Accepted {
		for i, n := range [...]Count{t.Accepted[op], t.Refused[op]} {
			if n.Commands > 0 {
				f(Op(op).String()+[...]string{"", " refused"}[i], n)
			}
		}
	}
}
