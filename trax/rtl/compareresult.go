package rtl

import (
	"fmt"
	"time"

	"github.com/loopline/loopline/internal/humanize"
)

// CompareResult is the result of a lock-step comparison of a core. Diverged is nil if the core agrees.
type CompareResult struct {
	Core     CoreConfig // with its defaults filled in
	Seed     uint64     // of random games
	Games    int        // of files; 0 is random games
	Stats    RunStats
	Took     time.Duration
	Diverged *Divergence // nil if the core agrees
}

// size is the columns of the core's board.
func (o *CompareResult) size() int { return 1 << o.Core.LogSize }

func (o *CompareResult) met() coverageReport { return o.Coverage() }

// Coverage returns the bins of [RunStats.Coverage] for this core.
func (o *CompareResult) Coverage() []CoverageCount {
	return o.Stats.Coverage(o.Core.LogSize, o.Core.Without)
}

// AppendText appends a report as text: the divergence, or what agrees, how
// long commands took, what came up, and what never did.
func (o *CompareResult) AppendText(dst []byte) []byte {
	if o.Diverged != nil {
		return o.Diverged.AppendText(dst)
	}
	dst = fmt.Appendf(dst, "%s turns agree with the rules on a board of %d x %d",
		humanize.Comma(o.Stats.Turns), o.size(), o.size())
	remedy := "More turns (-n) meet them."
	if o.Games > 0 {
		dst = fmt.Appendf(dst, " (%s)\n", humanize.Plural(o.Games, "game", "games"))
		remedy = "Random games meet them: loopline sim compare without a FILE."
	} else {
		dst = fmt.Appendf(dst, " (seed %d)\n", o.Seed)
	}
	seconds := o.Took.Seconds()
	dst = fmt.Appendf(dst, "%.1f seconds, %s turns a second\n\n", seconds,
		humanize.Comma(int(float64(o.Stats.Turns)/max(seconds, 1e-3))))
	dst = append(o.Stats.AppendCycles(dst), '\n')
	met := o.met()
	return met.appendNote(met.appendTable(dst), remedy)
}

// Summary is the outcome for programs: a value for encoding/json.
func (o *CompareResult) Summary() any {
	type difference struct {
		Where   string   `json:"where"`
		Command string   `json:"command"`
		Moves   string   `json:"moves"`
		Fields  []string `json:"fields"`
		Want    string   `json:"want"`
		Got     string   `json:"got"`
	}
	met := o.met()
	s := struct {
		Turns      int                       `json:"turns"`
		Seed       uint64                    `json:"seed"`
		Size       int                       `json:"size"`
		Cycles     map[string]CycleCount     `json:"cycles"`
		Answers    map[string]map[string]int `json:"answers"` // by operation and status
		NotMet     []string                  `json:"not_met"`
		Difference *difference               `json:"difference"`
	}{o.Stats.Turns, o.Seed, o.size(), o.Stats.Cycles(), met.counts(), met.holes(), nil}
	if d := o.Diverged; d != nil {
		_, moves := d.Position()
		s.Difference = &difference{d.Where(), d.Command().String(), moves, d.Fields(), d.Want.String(), d.GotText()}
	}
	return s
}
