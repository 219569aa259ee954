package cli

import (
	"context"
	"fmt"
	"math/bits"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/games/rtlblock"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/junit"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/tooling"
	"github.com/loopline/loopline/sim/waves"
	"github.com/loopline/loopline/trax/rtl"
)

func newSimCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sim",
		Short: "Lint, simulate and compare RTL",
		Long: `Sim simulates RTL with Verilator: a Trax core through the ports of
docs/rtl-interface.md, a board through its pins. The reference design is part of
this program; --core names the directory of another. Models are built when they
are first needed and kept in ` + tooling.CacheVariable + `, or in the user's cache
directory.`,
		Example: `  loopline sim compare -n 1000000
  loopline sim vectors turns.jsonl --core path/to/dir
  loopline sim board --pty /tmp/board`,
		Args: wantArgs(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		newSimLintCmd(), newSimVectorsCmd(), newSimReplayCmd(),
		newSimCompareCmd(), newSimBoardCmd(), newSimCheckCmd(), newSimConvertCmd(),
	)
	return cmd
}

// coreOptions say which core is simulated.
type coreOptions struct {
	dir     string
	size    int
	limit   uint64
	trust   trustOptions
	without []string // of optionalOps: the core does not have them yet

	coverage rtlCoverage // of the commands that have its flags
	ci       ciReport    // likewise
}

// coreFlags are the flags that the blocks of other games do not have.
var coreFlags = [...]string{"size", "skip-ops", "limit", "round", "threads", "wave", "force"}

func (o *coreOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	o.flagsWhich(f, 1<<rtl.DefaultLogSize)
	f.Uint64Var(&o.limit, "limit", 4_000_000, "clock `CYCLES` in which a command must be answered")
}

func (o *coreOptions) flagsWhich(f *pflag.FlagSet, size int) {
	o.trust.flagsRTL(f)
	f.StringVar(&o.dir, "core", "", "`DIR` with another ll_core.sv than ours")
	f.IntVar(&o.size, "size", size, "columns and rows of its board, a power of two")
	f.StringSliceVar(&o.without, "skip-ops", nil, "`OPS` of undo, try, gen that the core does not have yet")
	o.limit = 4_000_000
}

func (o *coreOptions) check() error {
	low, high := 1<<rtl.MinLogSize, 1<<rtl.MaxLogSize
	if o.size < low || o.size > high || o.size&(o.size-1) != 0 {
		return fmt.Errorf("--size %d is not a power of two from %d to %d", o.size, low, high)
	}
	if o.limit < 1000 {
		return fmt.Errorf("--limit %d is below 1000 cycles", o.limit)
	}
	for _, name := range o.without {
		if _, ok := optionalOps[name]; !ok {
			return fmt.Errorf("--skip-ops %s: undo, try and gen can be left out", name)
		}
	}
	return nil
}

// optionalOps maps the words of --skip-ops to operations.
var optionalOps = map[string]rtl.Op{"undo": rtl.Undo, "try": rtl.Try, "gen": rtl.Gen}

// block runs an RTL block of a game on vectors or random questions, and prints the result.
func (o *coreOptions) block(
	cmd *cobra.Command, c rtlblock.Config, asJSON bool,
	ask func(context.Context, *model.Builder, rtlblock.Config) (*rtlblock.CompareResult, error),
) (err error) {
	if c.Source, err = descriptor.RTLSource(o.dir); err != nil {
		return err
	}
	t := terminal.NewTicker(cmd.ErrOrStderr(), "questions")
	c.Progress = t.Tick
	b, err := o.builder(cmd)
	if err != nil {
		return err
	}
	defer o.coverage.close()
	outcome, err := ask(cmd.Context(), b, c)
	t.Done()
	if err != nil {
		return err
	}
	text := outcome.AppendText(nil)
	for _, class := range outcome.Bins {
		o.ci.add(classCase(cmd, outcome.Top+" "+class.Name, class.Count))
	}
	if outcome.Mismatch != nil && len(outcome.Bins) > 0 {
		o.ci.add(junit.Case{Class: cmd.CommandPath(), Name: outcome.Top, Failure: outcome.Found() + "\n" + string(text)})
	}
	var covered *coverageSummary
	if o.coverage.on {
		bins := map[string]int{}
		for _, n := range outcome.Bins {
			bins[n.Name] = n.Count
		}
		holes := neverMet(bins)
		if c.File != "" {
			holes, err = fileHoles(c.File)
		}
		if err == nil {
			text, covered, err = o.coverage.report(text, holes)
		}
		if err != nil {
			return err
		}
	}
	if asJSON {
		err = covered.encode(cmd.OutOrStdout(), outcome.Summary())
	} else {
		_, err = cmd.OutOrStdout().Write(text)
	}
	if err != nil {
		return err
	}
	return found(outcome.Found())
}

// classCase returns a class of what was compared as a test case.
func classCase(cmd *cobra.Command, name string, count int) junit.Case {
	c := junit.Case{Class: cmd.CommandPath(), Name: name}
	if count == 0 {
		c.Skipped = "it never came up, so it was not compared"
	}
	return c
}

func (o *coreOptions) config() (rtl.CoreConfig, error) {
	source, err := descriptor.RTLSource(o.dir)
	c := rtl.CoreConfig{Source: source, LogSize: bits.TrailingZeros(uint(o.size)), Limit: o.limit}
	for _, name := range o.without {
		c.Without = append(c.Without, optionalOps[name])
	}
	return c, err
}

// words returns the flags that name the core, in a command.
func (o *coreOptions) words() (words []string) {
	if o.dir != "" {
		words = append(words, "--core", humanize.ShellWord(o.dir))
	}
	if o.size != 1<<rtl.DefaultLogSize {
		words = append(words, fmt.Sprintf("--size %d", o.size))
	}
	if len(o.without) > 0 {
		words = append(words, "--skip-ops", strings.Join(o.without, ","))
	}
	return words
}

func (o *coreOptions) build(cmd *cobra.Command, wave bool) (*rtl.CoreModel, error) {
	c, err := o.config()
	if err != nil {
		return nil, err
	}
	b := newBuilder(cmd, &o.trust)
	if !wave {
		b, err = o.builder(cmd)
	}
	if err != nil {
		return nil, err
	}
	c.Wave, c.CountBins = wave, o.coverage.on
	return rtl.BuildCore(cmd.Context(), b, c)
}

// appendWave writes the waveform of a difference, and a view of it, and appends where they
// are, or why there is none.
func (o *coreOptions) appendWave(dst []byte, cmd *cobra.Command, c *rtl.Comparison, file string) []byte {
	traced, err := o.build(cmd, true)
	var view *waves.View
	if err == nil {
		view, err = c.WriteWave(cmd.Context(), traced, file)
	}
	if err != nil {
		return fmt.Appendf(dst, "waveform: none, %v\n", err)
	}
	return appendViews(dst, view, file)
}

// appendViews writes a view of a waveform that lies in a file, and appends where both are.
func appendViews(dst []byte, view *waves.View, file string) []byte {
	dst = fmt.Appendf(dst, "waveform: %s\n", file)
	names, err := view.Write(file)
	if err != nil {
		return fmt.Appendf(dst, "views:    %v\n", err)
	}
	return fmt.Appendf(dst, "views:    %s\n", strings.Join(names, ", "))
}

// builder makes a builder whose models count what ran if --coverage says so.
func (o *coreOptions) builder(cmd *cobra.Command) (*model.Builder, error) {
	b := newBuilder(cmd, &o.trust)
	return b, o.coverage.begin(b)
}

// modelMemory is the key of a context in which models may hold so many bytes each.
type modelMemory struct{}

// newBuilder makes a builder that tells people, on a terminal, why they wait.
func newBuilder(cmd *cobra.Command, trust *trustOptions) *model.Builder {
	stderr := cmd.ErrOrStderr()
	memory, _ := cmd.Context().Value(modelMemory{}).(int64)
	b := &model.Builder{Memory: memory, Isolation: trust.isolation(stream.NewNotifier(stderr, "loopline").Notify), TrustRTL: trust.rtl}
	if terminal.IsTerminal(stderr) {
		b.OnBuild = func(top string) { fmt.Fprintf(stderr, "loopline: building a model of %s\n", top) }
	}
	return b
}
