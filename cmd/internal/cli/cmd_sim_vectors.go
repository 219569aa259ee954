package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/games/rtlblock"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/trax/rtl"
	"github.com/loopline/loopline/vectors"
)

type simVectorsOptions struct {
	core   coreOptions
	asJSON bool
	wave   string
	force  bool
}

func newSimVectorsCmd() *cobra.Command {
	var o simVectorsOptions
	cmd := &cobra.Command{
		Use:   "vectors FILE",
		Short: "Check RTL against golden vectors",
		Long: `Vectors has RTL answer the vectors of a file (loopline vectors gen, JSON Lines)
and compares. ll_core answers turn and moves vectors, ll_move_decode notation,
ll_uart_tx and ll_uart_rx uart; the vectors of other games name the game, whose
module in docs/rtl/blocks.md answers. Each turn is tried, played and taken back, and
the board that the traces add up to is compared by its checksum. For a core
that cannot do everything yet, leave out the rest: --skip-ops undo,try,gen leaves
NEW and PLAY, and the gen ports need not exist then.

The first difference ends it with exit status 3: it is drawn, with the moves
that lead there; --wave FILE.fst has the core play that vector again, for a waveform
as of sim compare. Otherwise the clock cycles of the commands are summed up.

--coverage also prints which lines and branches of the RTL no vector reached, and
which classes of vectors the file has none of; --lcov FILE.info has the counts
for editors.`,
		Example: `  loopline vectors gen --quota 4 -o turns.jsonl
  loopline sim vectors turns.jsonl --core path/to/dir`,
		Args: wantArgs(1, 1, "FILE"),
		RunE: checked(func(string) error { return o.core.check() }, o.run),
	}
	o.core.flags(cmd)
	o.core.coverage.flags(cmd.Flags())
	fileFlag(cmd.Flags(), &o.wave, "wave", "", "write a waveform of the core at the first difference to `FILE`", sim.WaveEndings())
	forceFlag(cmd.Flags(), &o.force)
	cmd.Flags().BoolVar(&o.asJSON, "json", false, "print a JSON object about the outcome")
	o.core.ci.of(cmd)
	return cmd
}

func (o *simVectorsOptions) run(cmd *cobra.Command, name string) error {
	if err := o.core.coverage.check(); err != nil {
		return err
	}
	if o.wave != "" {
		if err := sim.CheckWave(o.wave, o.force); err != nil {
			return err
		}
	}
	g, err := games.OfVectors(name)
	if err != nil {
		return err
	}
	if g.Block != nil {
		if err := unused(cmd, "the file's questions are of a block of "+g.Title, coreFlags[:]...); err != nil {
			return err
		}
		return o.core.block(cmd, rtlblock.Config{File: name}, o.asJSON, g.Block.Check)
	}
	core, err := o.core.config()
	if err != nil {
		return err
	}
	t := terminal.NewTicker(cmd.ErrOrStderr(), "vectors")
	b, err := o.core.builder(cmd)
	if err != nil {
		return err
	}
	defer o.core.coverage.close()
	c, err := rtl.CheckVectors(cmd.Context(), b, core, name, t.Tick)
	t.Done()
	if err != nil {
		return err
	}
	text := c.AppendText(nil)
	if o.wave != "" && c.Mismatch != nil {
		text = o.appendWave(text, cmd, c)
	}
	var covered *coverageSummary
	if o.core.coverage.on {
		holes, err := fileHoles(name)
		if err != nil {
			return err
		}
		if text, covered, err = o.core.coverage.report(text, holes); err != nil {
			return err
		}
	}
	out := cmd.OutOrStdout()
	if o.asJSON {
		err = covered.encode(out, c.Summary())
	} else {
		_, err = out.Write(text)
	}
	return foundMismatch(err, c.Mismatch, name, core.Source.Name)
}

// appendWave has the core play the vector that differs in lock-step with the rules, for a
// waveform.
func (o *simVectorsOptions) appendWave(dst []byte, cmd *cobra.Command, c *rtl.VectorCheck) []byte {
	model, err := o.core.build(cmd, false)
	if err != nil {
		return fmt.Appendf(dst, "waveform: none, %v\n", err)
	}
	compared := &rtl.Comparison{Model: model}
	switch err := compared.Vector(cmd.Context(), c.Mismatch.Answer.Vector); {
	case err != nil:
		return fmt.Appendf(dst, "waveform: none, %v\n", err)
	case !compared.HasWave():
		return append(dst, "waveform: none, this vector alone agrees, or ends the model\n"...)
	}
	return o.core.appendWave(dst, cmd, compared, o.wave)
}

// fileHoles returns the names of the bins that a file of vectors has none of.
func fileHoles(name string) ([]string, error) {
	g, err := games.OfVectors(name)
	if err != nil {
		return nil, err
	}
	_, cover, err := vectors.FileCoverage(name, g.Vectors)
	if err != nil {
		return nil, err
	}
	return cover.Holes(1), nil
}
