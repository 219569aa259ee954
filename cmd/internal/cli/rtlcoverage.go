package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/pflag"

	"github.com/loopline/loopline/safefile"
	"github.com/loopline/loopline/sim/coverage"
	"github.com/loopline/loopline/sim/model"
)

// rtlCoverage is the flags --coverage and --lcov of a command that simulates RTL: which
// code ran, and which classes of events never came up.
type rtlCoverage struct {
	on   bool
	lcov string

	code *coverage.Collector
}

var lcovOutput = safefile.FileType{Name: "LCOV trace file", Match: safefile.HasPrefix("TN:")}

func (c *rtlCoverage) flags(f *pflag.FlagSet) {
	f.BoolVar(&c.on, "coverage", false, "also say which lines of the RTL never ran, and which classes never came up")
	fileFlag(f, &c.lcov, "lcov", "", "write the counts of lines and branches to `FILE` for editors; implies --coverage", []string{".info", ".lcov"})
}

// begin has a builder's models count, if the flags say so. The caller closes it.
func (c *rtlCoverage) begin(b *model.Builder) (err error) {
	if c.on = c.on || c.lcov != ""; !c.on {
		return nil
	}
	if err := c.check(); err != nil {
		return err
	}
	if c.code == nil {
		c.code, err = coverage.New()
	}
	b.Coverage = c.code
	return err
}

// check wants the file of --lcov to be one that can be written.
func (c *rtlCoverage) check() error {
	if c.lcov == "" {
		return nil
	}
	return safefile.Check(c.lcov, lcovOutput, false)
}

func (c *rtlCoverage) close() {
	if c.code != nil {
		_ = c.code.Close()
	}
}

// coverageSummary is the coverage for programs.
type coverageSummary struct {
	Places   int         `json:"places"`
	Ran      int         `json:"ran"`
	NeverRan []codePlace `json:"never_ran"`
	Classes  []string    `json:"never_met"`
}

type codePlace struct {
	File string `json:"file"`
	Line int    `json:"line"`
	What string `json:"what"`
}

// report appends what never ran, and the classes that never came up, as text, and
// returns both for programs. It writes the file of --lcov.
func (c *rtlCoverage) report(dst []byte, classes []string) ([]byte, *coverageSummary, error) {
	points, err := c.code.Points()
	if err != nil {
		return dst, nil, err
	}
	if len(points) == 0 {
		return dst, nil, errors.New("--coverage: Verilator counts no code of this design; it counts always blocks, functions and branches in Verilog")
	}
	s := coverageSummary{Places: len(points), NeverRan: []codePlace{}, Classes: append([]string{}, classes...)}
	for _, p := range points {
		if p.Count > 0 {
			s.Ran++
		} else {
			s.NeverRan = append(s.NeverRan, codePlace{p.File, p.Line, p.What})
		}
	}
	dst = coverage.Append(append(dst, '\n'), points)
	for _, name := range classes {
		dst = fmt.Appendf(dst, "class %s met 0 times\n", name)
	}
	if len(classes) == 0 {
		dst = append(dst, "each class was met\n"...)
	}
	if c.lcov != "" {
		var text bytes.Buffer
		if err := coverage.WriteLCOV(&text, points); err != nil {
			return dst, nil, err
		}
		if err := safefile.Write(c.lcov, lcovOutput, false, text.Bytes()); err != nil {
			return dst, nil, err
		}
		dst = fmt.Appendf(dst, "lcov: %s\n", c.lcov)
	}
	return dst, &s, nil
}

// encode writes the outcome of a command for programs, with the coverage, if there is
// one, as one more key.
func (s *coverageSummary) encode(out io.Writer, outcome any) error {
	text, err := json.Marshal(outcome)
	if err == nil && s != nil {
		var more []byte
		more, err = json.Marshal(s)
		text = slices.Concat(text[:len(text)-1], []byte(`,"coverage":`), more, []byte("}"))
	}
	if err == nil {
		_, err = out.Write(append(text, '\n'))
	}
	return err
}

// neverMet returns the names of the bins whose count is 0, sorted.
func neverMet(bins map[string]int) (names []string) {
	for name, n := range bins {
		if n == 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
