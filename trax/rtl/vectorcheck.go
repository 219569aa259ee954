package rtl

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/sim/model"
	traxvectors "github.com/loopline/loopline/trax/vectors"
	"github.com/loopline/loopline/vectors"
)

// VectorCheck is the result of a check of RTL against a file of golden vectors.
type VectorCheck struct {
	File, Source string // the vectors', and the RTL's
	Kind         vectors.Kind
	Agreed       int
	Mismatch     *vectors.Mismatch // nil if all agree
	Stats        RunStats
	Took         time.Duration

	depth string // how far into a game the vectors look
}

// CheckVectors has RTL answer the vectors of a file of JSON Lines, up to the
// first answer that differs. A file that is not whole is not used. Progress is
// told how many agree, now and then; nil is not.
func CheckVectors(
	ctx context.Context, b *model.Builder, core CoreConfig, file string, progress func(agreed int),
) (*VectorCheck, error) {
	h, dividers, err := surveyVectors(file)
	if err != nil {
		return nil, err
	}
	open := func() (*VectorDriver, error) {
		return NewVectorDriver(ctx, b, VectorConfig{Core: core, Header: h, Dividers: dividers})
	}
	first, err := open()
	if err != nil {
		return nil, err
	}
	r := &restarting{rtl: first, open: open}
	defer func() { r.rtl.Close() }()
	c := &VectorCheck{File: file, Source: core.Source.Name, Kind: h.Kind, depth: h.Depth()}
	start := time.Now()
	c.Agreed, c.Mismatch, err = vectors.Check(ctx, file, traxvectors.Set(), h, r.answers, progress)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", core.Source.Name, err)
	}
	c.Stats, c.Took = r.rtl.Stats(), time.Since(start)
	return c, nil
}

// AppendText appends a report as text: the mismatch drawn, or what agrees
// and how long commands took.
func (c *VectorCheck) AppendText(dst []byte) []byte {
	if c.Mismatch != nil {
		return traxvectors.AppendMismatch(dst, c.Mismatch, c.File, c.Source)
	}
	dst = fmt.Appendf(dst, "%s: %s agree with %s, in %.1f seconds\n", c.File,
		humanize.Plural(c.Agreed, "vector", "vectors"), c.Source, c.Took.Seconds())
	if c.depth != "" {
		dst = fmt.Appendf(dst, "%s\n", c.depth)
	}
	switch {
	case c.Kind == traxvectors.Moves:
		dst = append(dst, "not asked by vectors: which moves GEN says complete, commands while the core is busy; sim compare asks both\n"...)
	case c.Stats.Turns > 0:
		dst = append(dst, "not asked by vectors: commands while the core is busy; sim compare asks that\n"...)
	}
	if c.Stats.Turns > 0 || c.Kind == traxvectors.Moves {
		dst = c.Stats.AppendCycles(append(dst, '\n'))
	}
	return dst
}

// Summary is the outcome for programs: a value for encoding/json.
func (c *VectorCheck) Summary() any {
	return struct {
		Outcome any                   `json:"outcome"`
		Cycles  map[string]CycleCount `json:"cycles"`
	}{c.Mismatch.Summary(c.Agreed), c.Stats.Cycles()}
}

// surveyVectors reads a file through before anything is asked: a file that is
// not whole is not used. It returns the dividers of uart vectors.
func surveyVectors(name string) (vectors.Header, []int, error) {
	var dividers []int
	h, err := vectors.ReadFile(name, traxvectors.Set(), func(v vectors.Vector) error {
		if !json.Valid(v.Ask) {
			return nil // not JSON Lines, or not uart: no matter here
		}
		if d, err := UARTDivider(v); err == nil && !slices.Contains(dividers, d) {
			dividers = append(dividers, d)
		}
		return nil
	})
	if err == nil && h.Encoding != vectors.JSONL {
		err = fmt.Errorf("%s: JSON Lines are read here; make the same vectors with --form jsonl", name)
	}
	return h, dividers, err
}

// vectorBatch is the number of vectors asked at once.
const vectorBatch = 64

// restarting has RTL answer vectors, many at once, and starts it again after a
// crash.
type restarting struct {
	rtl  *VectorDriver
	open func() (*VectorDriver, error) // another like it
}

// answers is its vectors.Target.
func (r *restarting) answers(ctx context.Context, questions iter.Seq[vectors.Vector]) iter.Seq2[vectors.Response, error] {
	return func(yield func(vectors.Response, error) bool) {
		var batch []vectors.Vector
		for v := range questions {
			if batch = append(batch, v); len(batch) == vectorBatch {
				if !r.batch(ctx, batch, yield) {
					return
				}
				batch = batch[:0]
			}
		}
		if len(batch) > 0 {
			r.batch(ctx, batch, yield)
		}
	}
}

// batch yields the answers to some V. It returns false when it is to
// stop.
func (r *restarting) batch(ctx context.Context, batch []vectors.Vector, yield func(vectors.Response, error) bool) bool {
	answers, err := r.rtl.Answer(batch)
	var crash *model.CrashError
	switch {
	case ctx.Err() != nil: // at which a model ends too
		return yield(vectors.Response{}, ctx.Err()) && false
	case errors.As(err, &crash) && len(batch) > 1:
		return r.oneByOne(ctx, batch, crash, yield)
	case crash != nil:
		return yield(vectors.Response{Vector: batch[0], Crash: crash}, nil)
	case err != nil:
		yield(vectors.Response{}, fmt.Errorf("vectors %d to %d (line %d): %w", batch[0].ID, batch[len(batch)-1].ID, batch[0].Line, err))
		return false
	}
	for i, v := range batch {
		if !yield(vectors.Response{Vector: v, Text: answers[i], Compare: r.rtl.Compare}, nil) {
			return false
		}
	}
	return true
}

// oneByOne asks the vectors of a batch at which the model ended, to find which
// of them it was.
func (r *restarting) oneByOne(
	ctx context.Context, batch []vectors.Vector, crash error, yield func(vectors.Response, error) bool,
) bool {
	r.rtl.Close()
	another, err := r.open()
	if err != nil {
		return yield(vectors.Response{}, err) && false
	}
	r.rtl = another
	for i := range batch {
		if !r.batch(ctx, batch[i:i+1], yield) {
			return false
		}
	}
	yield(vectors.Response{}, fmt.Errorf("vectors %d to %d (line %d), but none of them alone: %w",
		batch[0].ID, batch[len(batch)-1].ID, batch[0].Line, crash))
	return false
}
