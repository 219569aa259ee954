package prove

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/sim/lint"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/trax/rtl"
)

// Result holds the findings of one check.
type Result struct {
	Check   Check
	Failed  []string // asserts, with the opening and the cycle, the earliest first
	Example *Example // of the first; nil if another check's is shorter
	Met     []string // the situations that the check is about, of those that come up after one of the openings
	Unmet   []string // those that do not: of them nothing was shown
	Open    int      // searches for it that had not ended
}

// Unfinished returns the number of searches for the check that had not ended, as text; empty if all had.
func (c *Result) Unfinished() string {
	if c.Open == 0 {
		return ""
	}
	return humanize.Plural(c.Open, "search", "searches") + " for it had not ended"
}

// Report holds the findings about a core, in the order of [Checks].
type Report struct {
	Core    string
	Config  Config
	Results []Result
	Runs    int
	Took    time.Duration
}

// Found describes what was found wrong; it is empty if all checks hold.
func (r *Report) Found() string {
	var names []string
	for _, c := range r.Results {
		if len(c.Failed) > 0 {
			names = append(names, c.Check.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("%s fails %s: %s", r.Core, humanize.Plural(len(names), "check", "checks"), strings.Join(names, ", "))
}

// Example returns the first counterexample; nil if there is none.
func (r *Report) Example() *Example {
	for _, c := range r.Results {
		if c.Example != nil {
			return c.Example
		}
	}
	return nil
}

// AppendText appends the report as text, a line a check and the counterexamples below theirs.
func (r *Report) AppendText(dst []byte) []byte {
	for _, c := range r.Results {
		word := "ok  "
		switch {
		case len(c.Failed) > 0:
			word = "FAIL"
		case c.Open > 0:
			word = "open"
		case len(c.Met) == 0 && c.Check.Name != Opening:
			word = "none"
		}
		dst = fmt.Appendf(dst, "%s  %-10s %s\n", word, c.Check.Name, c.Check.Says)
		if word == "none" {
			dst = append(dst, "  the situation does not come up after these openings within these cycles: nothing was shown\n"...)
		} else if c.Open > 0 {
			dst = fmt.Appendf(dst, "  %s\n", c.Unfinished())
		} else if len(c.Unmet) > 0 {
			dst = fmt.Appendf(dst, "  does not come up after these openings, so nothing was shown of: %s\n", strings.Join(c.Unmet, ", "))
		}
		for _, f := range c.Failed {
			dst = fmt.Appendf(dst, "  %s\n", f)
		}
		if c.Example != nil {
			dst = c.Example.AppendText(dst)
		}
	}
	return fmt.Appendf(dst, "bounds: board of %d columns, %s cycles a command, %s, in %v; GEN and commands offered while the core is busy are left to sim compare\n",
		1<<r.Config.LogSize, r.Config.within(), humanize.Plural(r.Runs, "search", "searches"), r.Took.Round(time.Second))
}

// open plans the runs and copies the core for them; the caller closes the copy.
func (c *Config) open(ctx context.Context, b *model.Builder) ([]run, *lint.Workspace, error) {
	runs, err := c.plan()
	if err != nil {
		return nil, nil, err
	}
	w, err := lint.OpenWorkspace(ctx, b, c.Source, rtl.CoreTop, map[string]int{"LogSize": c.LogSize})
	return runs, w, err
}

// Prove checks a core. The error is of a core that cannot be read, of a bound that was not
// reached, of a missing tool or of ctx; what is wrong with the core is in the report. With an error
// the report holds the searches that had ended, and is nil if none had. Progress, which may be nil,
// gets a line for each search that begins and one for each that ends.
func Prove(ctx context.Context, b *model.Builder, c Config, progress func(string)) (*Report, error) {
	began := time.Now()
	runs, w, err := c.open(ctx, b)
	if err != nil {
		return nil, err
	}
	defer w.Close()
	checks, err := choose(c.Checks)
	if err != nil {
		return nil, err
	}
	all, ended := searchAll(ctx, w, runs, progress)
	if ended != nil && !slices.ContainsFunc(all, func(f *found) bool { return f != nil }) {
		return nil, ended
	}
	report := &Report{Core: c.Source.Name, Config: c, Runs: len(runs)}
	for _, check := range checks {
		if result, asked := collect(check, runs, all); asked {
			report.Results = append(report.Results, result)
		}
	}
	report.Took = time.Since(began)
	return report, ended
}

// searchAll runs all searches, one a processor. The first that fails ends the others, whose entries are nil.
func searchAll(ctx context.Context, w *lint.Workspace, runs []run, progress func(string)) ([]*found, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	all := make([]*found, len(runs))
	next := make(chan int)
	var mu sync.Mutex
	say := func(r *run, what string) {
		if progress != nil {
			mu.Lock()
			defer mu.Unlock()
			progress(fmt.Sprintf("%s after %s%s", modeNames[r.mode], r.opening(), what))
		}
	}
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(runs)) {
		workers.Go(func() {
			for i := range next {
				if ctx.Err() != nil {
					continue
				}
				say(&runs[i], "")
				began := time.Now()
				f, err := runs[i].search(ctx, w)
				if err != nil {
					cancel(err)
				}
				say(&runs[i], fmt.Sprintf(": ended after %v", time.Since(began).Round(time.Second)))
				all[i] = f
			}
		})
	}
	for i := range runs {
		next <- i
	}
	close(next)
	workers.Wait()
	return all, context.Cause(ctx)
}

// situationOf is what a cover of a check is about: "game over" of c_status_game_over, and the check's own
// name of its only cover.
func situationOf(check, cover string) (situation string, ok bool) {
	rest, ok := strings.CutPrefix(cover, "c_"+check)
	if ok && rest == "" {
		return check, true
	}
	rest, ok = strings.CutPrefix(rest, "_")
	return strings.ReplaceAll(rest, "_", " "), ok
}

// collect gathers what the runs say of a check, those of other checks too. It reports whether
// one of them was made for it.
func collect(check Check, runs []run, all []*found) (result Result, asked bool) {
	result.Check = check
	prefix := "a_" + check.Name + "_"
	type failure struct {
		name string
		at   int
		r    *run
	}
	var failures []failure
	met := map[string]bool{}
	for i := range runs {
		r := &runs[i]
		opening := check.Name == Opening
		about := opening || slices.ContainsFunc(r.checks, func(c Check) bool { return c.Name == check.Name })
		asked = asked || about
		if all[i] == nil {
			if about {
				result.Open++
			}
			continue
		}
		if about {
			for _, name := range all[i].covers {
				if situation, ok := situationOf(check.Name, name); ok {
					_, covered := all[i].covered[name]
					met[situation] = met[situation] || covered
				}
			}
		}
		_, unplayed := all[i].failed["a_opening_played"]
		_, illegal := all[i].failed["a_opening_legal"]
		for name, at := range all[i].failed {
			if strings.HasPrefix(name, prefix) && (opening || !unplayed && !illegal) {
				failures = append(failures, failure{name, at, r})
			}
		}
		if e := all[i].example; e != nil && strings.HasPrefix(e.Assert, prefix) && (result.Example == nil || e.Cycle < result.Example.Cycle) {
			result.Example = e
		}
	}
	for _, situation := range slices.Sorted(maps.Keys(met)) {
		if met[situation] {
			result.Met = append(result.Met, situation)
		} else {
			result.Unmet = append(result.Unmet, situation)
		}
	}
	slices.SortFunc(failures, func(a, b failure) int {
		if a.at != b.at {
			return a.at - b.at
		}
		return strings.Compare(a.name+a.r.name, b.name+b.r.name)
	})
	for _, f := range failures {
		result.Failed = append(result.Failed, fmt.Sprintf("%s after %s, cycle %d", f.name, f.r.opening(), f.at))
	}
	return result, asked
}
