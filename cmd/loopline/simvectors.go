package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/vectors"
)

type simVectorsOptions struct {
	core   coreOptions
	asJSON bool
}

func newSimVectorsCmd() *cobra.Command {
	var o simVectorsOptions
	cmd := &cobra.Command{
		Use:   "vectors FILE",
		Short: "Check RTL against golden vectors",
		Long: `Vectors has RTL answer the vectors of a file (loopline vectors gen, JSON Lines)
and compares. ll_core answers turn and moves vectors, ll_move_decode notation,
ll_uart_tx and ll_uart_rx uart. Each turn is tried, played and taken back, and
the board that the traces add up to is compared by its checksum.

The first difference ends it with exit status 3: it is drawn, with the moves
that lead there. Otherwise the clock cycles of the commands are summed up.`,
		Example: `  loopline vectors gen --quota 4 -o turns.jsonl
  loopline sim vectors turns.jsonl --core path/to/dir`,
		Args: wantArgs(1, 1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.core.check(); err != nil {
				return &usageError{cmd.CommandPath(), err.Error()}
			}
			return o.run(cmd, args[0])
		},
	}
	o.core.flags(cmd)
	cmd.Flags().BoolVar(&o.asJSON, "json", false, "print a JSON object about the outcome")
	return cmd
}

// vectorBatch is how many vectors are asked at once.
const vectorBatch = 64

func (o *simVectorsOptions) run(cmd *cobra.Command, name string) error {
	h, dividers, err := surveyVectors(name)
	if err != nil {
		return err
	}
	core, err := o.core.config()
	if err != nil {
		return err
	}
	open := func() (*sim.VectorBench, error) {
		return newBuilder(cmd.ErrOrStderr()).NewVectorBench(cmd.Context(), sim.VectorConfig{
			Core: core, Header: h, Dividers: dividers,
		})
	}
	b, err := open()
	if err != nil {
		return err
	}
	r := &vectorRun{name: name, who: core.Source.Name, bench: b, open: open, start: time.Now(), kind: h.Kind}
	defer func() { r.bench.Close() }()
	t := ticker{w: cmd.ErrOrStderr(), what: "vectors"}
	err = r.check(cmd, &t)
	t.done()
	if err != nil {
		return err
	}
	return r.report(cmd.OutOrStdout(), o.asJSON)
}

// surveyVectors reads a file through before anything is asked: a file that is
// not whole is not used. It returns the dividers of uart vectors.
func surveyVectors(name string) (vectors.Header, []int, error) {
	var dividers []int
	h, err := readVectors(name, func(v vectors.Vector) error {
		if !json.Valid(v.Ask) {
			return nil // not JSON Lines, or not uart: no matter here
		}
		if d, err := sim.UARTDivider(v); err == nil && !slices.Contains(dividers, d) {
			dividers = append(dividers, d)
		}
		return nil
	})
	if err == nil && h.Form != vectors.JSONL {
		err = fmt.Errorf("%s: JSON Lines are read here; make the same vectors with --form jsonl", name)
	}
	return h, dividers, err
}

// vectorRun is the RTL's run over a file.
type vectorRun struct {
	name, who string
	kind      vectors.Kind
	bench     *sim.VectorBench
	open      func() (*sim.VectorBench, error) // another like it
	start     time.Time
	checked   int
	bad       *mismatch
	batch     []vectors.Vector
}

// check asks all vectors, up to the first difference.
func (r *vectorRun) check(cmd *cobra.Command, t *ticker) error {
	_, err := readVectors(r.name, func(v vectors.Vector) error {
		r.batch = append(r.batch, v)
		if len(r.batch) < vectorBatch {
			return nil
		}
		t.tick(r.checked)
		return errors.Join(r.flush(), cmd.Context().Err())
	})
	if err == nil {
		err = r.flush()
	}
	if stopped := cmd.Context().Err(); stopped != nil {
		return stopped // at which a model ends too
	}
	if r.bad != nil {
		return nil
	}
	return err
}

// flush asks the vectors that wait.
func (r *vectorRun) flush() error {
	batch := r.batch
	r.batch = nil
	if len(batch) == 0 {
		return nil
	}
	answers, err := r.bench.Answer(batch)
	var crash *sim.CrashError
	if errors.As(err, &crash) && len(batch) > 1 {
		return r.oneByOne(batch, crash)
	}
	if crash != nil {
		r.bad = &mismatch{kind: r.kind, vector: batch[0], crash: crash}
		return errStop
	}
	if err != nil {
		return fmt.Errorf("%s: vectors %d to %d (%s:%d): %w",
			r.who, batch[0].ID, batch[len(batch)-1].ID, r.name, batch[0].Line, err)
	}
	for i, v := range batch {
		fields, err := r.bench.Compare(v.Want, answers[i])
		if err != nil {
			return fmt.Errorf("%s:%d: %w", r.name, v.Line, err)
		}
		if len(fields) > 0 {
			r.bad = &mismatch{kind: r.kind, vector: v, answer: answers[i], fields: fields}
			return errStop
		}
		r.checked++
	}
	return nil
}

// oneByOne asks the vectors of a batch at which the model ended, to find which
// of them it was.
func (r *vectorRun) oneByOne(batch []vectors.Vector, crash error) error {
	r.bench.Close()
	bench, err := r.open()
	if err != nil {
		return err
	}
	r.bench = bench
	for i := range batch {
		r.batch = batch[i : i+1]
		if err := r.flush(); err != nil {
			return err
		}
	}
	return fmt.Errorf("%s: vectors %d to %d (%s:%d), but none of them alone: %w",
		r.who, batch[0].ID, batch[len(batch)-1].ID, r.name, batch[0].Line, crash)
}

// report says how it ended.
func (r *vectorRun) report(out io.Writer, asJSON bool) error {
	tally := r.bench.Tally()
	var err error
	switch {
	case asJSON:
		err = json.NewEncoder(out).Encode(struct {
			Outcome any                   `json:"outcome"`
			Cycles  map[string]cycleCount `json:"cycles"`
		}{r.bad.summary(r.checked), cycleCounts(&tally)})
	case r.bad != nil:
		_, err = out.Write(r.bad.appendText(nil, r.name, r.who))
	default:
		text := fmt.Appendf(nil, "%s: %s agree with %s, in %.1f seconds\n", r.name,
			plural(r.checked, "vector", "vectors"), r.who, time.Since(r.start).Seconds())
		if tally.Turns > 0 || r.kind == vectors.Moves {
			text = appendCycles(append(text, '\n'), &tally)
		}
		_, err = out.Write(text)
	}
	if err == nil && r.bad != nil {
		err = &foundError{fmt.Sprintf("%s:%d: %s %s", r.name, r.bad.vector.Line, r.who, r.bad.what())}
	}
	return err
}
