package cli

import (
	"cmp"
	"fmt"
	"math/bits"
	"time"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/junit"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/safefile"
	"github.com/loopline/loopline/trax/prove"
)

type proveOptions struct {
	core     coreOptions
	cycles   int
	openings []string
	checks   []string
	timeout  time.Duration
	sby      string
	wave     string
}

var proveWave = safefile.FileType{Name: "VCD waveform", Match: safefile.HasPrefix("$")}

func newProveCmd() *cobra.Command {
	var o proveOptions
	cmd := &cobra.Command{
		Use:   "prove",
		Short: "Check a core for any command by bounded model checking",
		Long: `Prove takes a Trax core by its ports (docs/rtl-interface.md), plays an opening on
it, and searches for any command after which it breaks a rule: a tile that does
not fit, a forced tile that is not, a cell left out, a wrong status, a refused
turn or an UNDO that does not restore the board, a wrong completed set, a NEW that
leaves something behind, an answer that is late. Yosys reads the core, ABC
searches all commands at once, and finds what random games take long to meet.

A counterexample is printed as commands, moves and both boards, and written as a
waveform (--wave FILE.vcd) with views for GTKWave and Surfer. The exit status is
3 then. A check says "none" if what it is about does not come up after the
openings: give others with --opening.

What holds, holds within the bounds: a board of --size columns, each command
within --cycles, any one command, or two for undo, again and new, after each
opening. GEN, and commands offered while the core is busy, are left to sim compare.
A large board and many cycles take long:
--size 8 takes minutes, and lines need --size 16. docs/golden-model.md has more.`,
		Example: `  loopline prove --core path/to/dir
  loopline prove --core path/to/dir --skip-ops undo,try,gen --opening '' --cycles 8
  loopline prove --check completed --size 16 --opening '@0+ B1+ C1+ D1+ E1+ F1+ G1+'
  loopline prove --core path/to/dir --sby formal`,
		Args: wantArgs(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.core.check(); err != nil {
				return &usageError{cmd.CommandPath(), say.TextOf(err)}
			}
			c := prove.Config{
				LogSize: bits.TrailingZeros(uint(o.core.size)), Cycles: o.cycles, Openings: o.openings, Checks: o.checks, Timeout: o.timeout,
			}
			for _, name := range o.core.without {
				c.Without = append(c.Without, optionalOps[name])
			}
			if err := c.Check(); err != nil {
				return &usageError{cmd.CommandPath(), say.TextOf(err)}
			}
			if o.sby != "" {
				if err := unused(cmd, "--sby searches nothing", "timeout", "wave"); err != nil {
					return err
				}
			}
			return o.run(cmd, c)
		},
	}
	f := cmd.Flags()
	o.core.flagsWhich(f, 8)
	f.IntVar(&o.cycles, "cycles", 0, fmt.Sprintf("clock `CYCLES` in which each command must be answered (default 20 to %d, by opening)", prove.DefaultCycles))
	f.StringArrayVar(&o.openings, "opening", nil, "`MOVES` before the commands, any number of times; '' is the empty board (default several)")
	f.StringSliceVar(&o.checks, "check", nil, "`NAMES` of the checks to make (default all)")
	f.DurationVar(&o.timeout, "timeout", time.Hour, "most time of one search")
	f.StringVar(&o.sby, "sby", "", "write .sby files for SymbiYosys into a new `DIR`, and search nothing")
	o.wave = "ll_prove.vcd"
	fileFlag(f, &o.wave, "wave", "", "`FILE` for the waveform of a counterexample", []string{".vcd"})
	o.core.ci.of(cmd)
	return cmd
}

func (o *proveOptions) run(cmd *cobra.Command, c prove.Config) (err error) {
	if c.Source, err = descriptor.RTLSource(o.core.dir); err != nil {
		return err
	}
	b := newBuilder(cmd, &o.core.trust)
	if o.sby != "" {
		names, err := prove.WriteSBY(cmd.Context(), b, c, o.sby)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %s; type: cd %s && sby -f %s\n", o.sby,
			humanize.Plural(len(names), "file", "files"), humanize.ShellWord(o.sby), names[0])
		return err
	}
	if err := safefile.Check(o.wave, proveWave, true); err != nil {
		return err
	}
	report, ended := prove.Prove(cmd.Context(), b, c, func(line string) { fmt.Fprintf(cmd.ErrOrStderr(), "loopline: %s\n", line) })
	if report == nil {
		return ended
	}
	for _, r := range report.Results {
		one := prove.Report{Core: report.Core, Config: c, Results: []prove.Result{r}, Runs: report.Runs}
		k := junit.Case{Class: cmd.CommandPath(), Name: r.Check.Name}
		if problem := cmp.Or(one.Found(), r.Unfinished()); problem != "" {
			k.Failure = problem + "\n" + string(one.AppendText(nil))
		}
		o.core.ci.add(k)
	}
	text := report.AppendText(nil)
	if e := report.Example(); e != nil {
		if err := safefile.Write(o.wave, proveWave, true, e.Wave); err != nil {
			return err
		}
		text = appendViews(text, e.View, o.wave)
	}
	if _, err := cmd.OutOrStdout().Write(text); err != nil {
		return err
	}
	return cmp.Or(ended, found(report.Found()))
}
