package main

import (
	"fmt"
	"io"
	"math/bits"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/hdl"
	"github.com/loopline/loopline/sim"
)

func newSimCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sim",
		Short: "Lint, simulate and compare RTL",
		Long: `Sim runs RTL in Verilator: a Trax core by the ports of docs/rtl-interface.md,
a whole board by its pins. The reference design is part of this program; --core
names the directory of another. Models are built when they are first needed and
kept in ` + sim.CacheVariable + `, or in the user's directory for caches.`,
		Example: `  loopline sim compare -n 1000000
  loopline sim vectors turns.jsonl --core path/to/dir
  loopline sim board --pty /tmp/board`,
		Args: wantArgs(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		newSimLintCmd(), newSimVectorsCmd(), newSimReplayCmd(),
		newSimCompareCmd(), newSimBoardCmd(), newSimCheckCmd(),
	)
	return cmd
}

// coreOptions say which core is simulated.
type coreOptions struct {
	dir     string
	size    int
	limit   uint64
	without []string // of optionalOps: left out when it is compared
}

// flags adds the options to a command.
func (o *coreOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.dir, "core", "", "`DIR` with another ll_core.sv than ours")
	f.IntVar(&o.size, "size", 1<<sim.DefaultLogSize, "columns and rows of its board, a power of two")
	f.Uint64Var(&o.limit, "limit", 4_000_000, "clock `CYCLES` in which a command must be answered")
}

func (o *coreOptions) check() error {
	low, high := 1<<sim.MinLogSize, 1<<sim.MaxLogSize
	if o.size < low || o.size > high || o.size&(o.size-1) != 0 {
		return fmt.Errorf("--size %d is no power of two from %d to %d", o.size, low, high)
	}
	if o.limit < 1000 {
		return fmt.Errorf("--limit %d is below 1000 cycles", o.limit)
	}
	return nil
}

// rtlSource is a directory, or our own RTL if there is none.
func rtlSource(dir string) (sim.Source, error) {
	if dir == "" {
		return sim.Source{Name: "hdl", FS: hdl.RTL}, nil
	}
	return sim.DirSource(dir)
}

// config says which core it is.
func (o *coreOptions) config() (sim.CoreConfig, error) {
	source, err := rtlSource(o.dir)
	c := sim.CoreConfig{Source: source, LogSize: bits.TrailingZeros(uint(o.size)), Limit: o.limit}
	for _, name := range o.without {
		c.Without = append(c.Without, optionalOps[name])
	}
	return c, err
}

// build builds the core.
func (o *coreOptions) build(cmd *cobra.Command, wave bool) (*sim.CoreModel, error) {
	c, err := o.config()
	if err != nil {
		return nil, err
	}
	c.Wave = wave
	return newBuilder(cmd.ErrOrStderr()).BuildCore(cmd.Context(), c)
}

// newBuilder makes a builder that tells people, on a terminal, why they wait.
func newBuilder(stderr io.Writer) *sim.Builder {
	b := &sim.Builder{}
	if isTerminal(stderr) {
		b.Building = func(top string) { fmt.Fprintf(stderr, "loopline: building a model of %s\n", top) }
	}
	return b
}

// ticker shows a number that grows, on a terminal only.
type ticker struct {
	w    io.Writer
	what string
	last int
}

// tick shows n if it is much more than what is shown.
func (t *ticker) tick(n int) {
	if !isTerminal(t.w) || n < t.last+t.last/50+1 {
		return
	}
	t.last = n
	fmt.Fprintf(t.w, "\r%d %s", n, t.what)
}

// done clears the line.
func (t *ticker) done() {
	if t.last > 0 {
		fmt.Fprint(t.w, "\r\x1b[K")
	}
}
