package rtlblock

import (
	"context"
	"fmt"
	"time"

	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/vectors"
)

// Config configures a comparison of a block with the reference model.
type Config struct {
	Source   sources.Source
	File     string          // of vectors, for Check
	Count    int             // of random questions, for Compare
	Seed     uint64          // of the questions and the power-up state
	Progress func(count int) // gets the number of agreements now and then; may be nil
	Plusargs []string        // of the model, such as +bug=1, for RTL that asks for them
}

// CompareResult is the result of a comparison. Mismatch is nil if all answers agree.
type CompareResult struct {
	Top, Source string // the module, and the RTL's name
	What        string // that was asked: a file, or random questions
	Agreed      int
	Mismatch    *vectors.Mismatch // nil if all agree
	Cycles      Cycles
	Bins        []BinCount // of random questions
	Took        time.Duration

	set *vectors.Set
}

// BinCount is the number of questions in a coverage bin.
type BinCount struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// Compare asks a module random questions, as vectors are made of them, and the
// rules the same, in lock-step, up to the first answer that differs. Equal seeds
// ask the same.
func (m *Block) Compare(ctx context.Context, b *model.Builder, c Config) (*CompareResult, error) {
	kind, err := m.Set.Definition(m.Kind)
	if err != nil {
		return nil, err
	}
	r, err := newRunner(ctx, b, m, m.Set.Grid, c, uint32(c.Seed))
	if err != nil {
		return nil, err
	}
	defer r.stop()
	o := &CompareResult{set: m.Set, Top: m.Top, Source: c.Source.Name, What: fmt.Sprintf("seed %d", c.Seed)}
	counts := make([]int, len(kind.Bins))
	start := time.Now()
	for a, err := range r.answers(ctx, questions(ctx, kind, m.Set, c, counts)) {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Source.Name, err)
		}
		if o.Mismatch, err = differing(m, a); err != nil {
			return nil, fmt.Errorf("%s: %w", c.Source.Name, err)
		}
		if o.Mismatch != nil {
			break
		}
		if o.Agreed++; c.Progress != nil {
			c.Progress(o.Agreed)
		}
	}
	for i, class := range kind.Bins {
		o.Bins = append(o.Bins, BinCount{class.Name, counts[i]})
	}
	o.Cycles, o.Took = r.cycles, time.Since(start)
	return o, nil
}

// perBin is the number of directed questions of each bin before the random ones, and
// classEffort bounds the search for them.
const (
	perBin   = 4
	binTries = 4000
)

// questions yields questions with the expected responses: some of each bin, then
// random ones.
func questions(
	ctx context.Context, kind *vectors.Definition, set *vectors.Set, c Config, counts []int,
) func(func(vectors.Vector) bool) {
	options := vectors.Options{Kind: kind.Kind, Seed: c.Seed, Grid: set.Grid, Goal: perBin, MaxTries: binTries}
	return func(yield func(vectors.Vector) bool) {
		id := 0
		ask := func(item vectors.Item) bool {
			if id == c.Count {
				return false
			}
			classes := kind.BinsOf(item)
			classes.Each(func(i int) { counts[i]++ })
			v := vectors.Vector{ID: id, Ask: item.AppendAsk(nil), Want: item.AppendWant(nil)}
			id++
			return yield(v) && id < c.Count
		}
		maker := kind.NewGenerator(&options)
		// A bin that is not found shows in the counts.
		if _ = maker.Directed(ctx, ask); id < c.Count && ctx.Err() == nil {
			maker.Random(0, ask)
		}
	}
}

// differing is the scoreboard: it returns the mismatch of an answer, or nil.
func differing(m *Block, a vectors.Response) (*vectors.Mismatch, error) {
	if a.Crash != nil {
		return &vectors.Mismatch{Kind: m.Kind, Answer: a}, nil
	}
	fields, err := m.Set.Rules.Compare(a.Vector.Want, a.Text)
	if err != nil || len(fields) == 0 {
		return nil, err
	}
	return &vectors.Mismatch{Kind: m.Kind, Answer: a, Fields: fields}, nil
}

// Check has a module answer the vectors of a file of JSON Lines, up to the first
// answer that differs. A file that is not whole is not used.
func (m *Block) Check(ctx context.Context, b *model.Builder, c Config) (*CompareResult, error) {
	file := c.File
	h, err := vectors.ReadFile(file, m.Set, nil)
	switch {
	case err != nil:
		return nil, err
	case h.Encoding != vectors.JSONL:
		return nil, fmt.Errorf("%s: JSON Lines are read here; make the same vectors with --form jsonl", file)
	}
	board, err := m.Set.ParseGridSize(h.Grid)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	r, err := newRunner(ctx, b, m, board, c, 1)
	if err != nil {
		return nil, err
	}
	defer r.stop()
	o := &CompareResult{set: m.Set, Top: m.Top, Source: c.Source.Name, What: file}
	start := time.Now()
	if o.Agreed, o.Mismatch, err = vectors.Check(ctx, file, m.Set, h, r.answers, c.Progress); err != nil {
		return nil, fmt.Errorf("%s: %w", c.Source.Name, err)
	}
	o.Cycles, o.Took = r.cycles, time.Since(start)
	return o, nil
}

// AppendText appends a report as text: the difference, or what agrees and how
// long the answers took.
func (o *CompareResult) AppendText(dst []byte) []byte {
	if o.Mismatch != nil {
		return o.set.AppendMismatch(dst, o.Mismatch, o.What, o.Source)
	}
	dst = fmt.Appendf(dst, "%s: %s agree with %s of %s, in %.1f seconds\n", o.What,
		humanize.Plural(o.Agreed, "question", "questions"), o.Top, o.Source, o.Took.Seconds())
	if o.Cycles.Count > 0 {
		dst = fmt.Appendf(dst, "clock cycles for an answer: %d to %d, %.1f on average\n",
			o.Cycles.Least, o.Cycles.Most, float64(o.Cycles.Total)/float64(o.Cycles.Count))
	}
	for i, c := range o.Bins {
		if i == 0 {
			dst = append(dst, "asked:\n"...)
		}
		dst = fmt.Appendf(dst, "%9d  %s\n", c.Count, c.Name)
	}
	return dst
}

// Summary is the outcome for programs: a value for encoding/json.
func (o *CompareResult) Summary() any {
	return struct {
		Outcome any        `json:"outcome"`
		Cycles  Cycles     `json:"cycles"`
		Classes []BinCount `json:"classes,omitempty"`
	}{o.Mismatch.Summary(o.Agreed), o.Cycles, o.Bins}
}

// Found describes the mismatch in a few words; empty if there is none.
func (o *CompareResult) Found() string {
	if o.Mismatch == nil {
		return ""
	}
	return fmt.Sprintf("%s: question %d: %s of %s %s", o.What, o.Mismatch.Answer.Vector.ID, o.Top, o.Source, o.Mismatch)
}
