package kernel

import (
	"context"
	"fmt"
	"time"

	"github.com/loopline/loopline/internal/phrase"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/vectors"
)

// Config says how a module is compared with the rules.
type Config struct {
	Source   sim.Source
	File     string          // of vectors, for Check
	Count    int             // of random questions, for Compare
	Seed     uint64          // of the questions and the power-up state
	Progress func(count int) // is told how many agree, now and then; nil is not
	Plusargs []string        // of the model, such as +bug=1, for RTL that asks for them
}

// Outcome is how a comparison ended.
type Outcome struct {
	Top, Source string // the module, and the RTL's name
	What        string // that was asked: a file, or random questions
	Agreed      int
	Mismatch    *vectors.Mismatch // nil if all agree
	Cycles      Cycles
	Classes     []Class // of random questions
	Took        time.Duration

	set *vectors.Set
}

// Class is how many questions were of a class.
type Class struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// Compare asks a module random questions, as vectors are made of them, and the
// rules the same, in lock-step, up to the first answer that differs. Equal seeds
// ask the same.
func (m *Module) Compare(ctx context.Context, b *sim.Builder, c Config) (*Outcome, error) {
	kind, err := m.Set.Definition(m.Kind)
	if err != nil {
		return nil, err
	}
	r, err := newRunner(ctx, b, m, m.Set.Board, c, uint32(c.Seed))
	if err != nil {
		return nil, err
	}
	defer r.stop()
	o := &Outcome{set: m.Set, Top: m.Top, Source: c.Source.Name, What: fmt.Sprintf("seed %d", c.Seed)}
	counts := make([]int, len(kind.Classes))
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
	for i, class := range kind.Classes {
		o.Classes = append(o.Classes, Class{class.Name, counts[i]})
	}
	o.Cycles, o.Took = r.cycles, time.Since(start)
	return o, nil
}

// perClass is how many questions of each class come before the random ones, and
// classEffort bounds the search for them.
const (
	perClass    = 4
	classEffort = 4000
)

// questions yields questions with what the rules answer: some of each class, then
// random ones.
func questions(
	ctx context.Context, kind *vectors.Definition, set *vectors.Set, c Config, counts []int,
) func(func(vectors.Vector) bool) {
	options := vectors.Options{Kind: kind.Kind, Seed: c.Seed, Board: set.Board, Quota: perClass, Effort: classEffort}
	return func(yield func(vectors.Vector) bool) {
		id := 0
		ask := func(item vectors.Item) bool {
			if id == c.Count {
				return false
			}
			classes := kind.ClassesOf(item)
			classes.Each(func(i int) { counts[i]++ })
			v := vectors.Vector{ID: id, Ask: item.AppendAsk(nil), Want: item.AppendWant(nil)}
			id++
			return yield(v) && id < c.Count
		}
		maker := kind.Maker(&options)
		// A class that is not found shows in the counts.
		if _ = maker.First(ctx, ask); id < c.Count && ctx.Err() == nil {
			maker.More(0, ask)
		}
	}
}

// differing is what is wrong with an answer, or nil.
func differing(m *Module, a vectors.Answer) (*vectors.Mismatch, error) {
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
func (m *Module) Check(ctx context.Context, b *sim.Builder, c Config) (*Outcome, error) {
	file := c.File
	h, err := vectors.ReadFile(file, m.Set, nil)
	switch {
	case err != nil:
		return nil, err
	case h.Encoding != vectors.JSONL:
		return nil, fmt.Errorf("%s: JSON Lines are read here; make the same vectors with --form jsonl", file)
	}
	board, err := m.Set.ParseBoard(h.Board)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	r, err := newRunner(ctx, b, m, board, c, 1)
	if err != nil {
		return nil, err
	}
	defer r.stop()
	o := &Outcome{set: m.Set, Top: m.Top, Source: c.Source.Name, What: file}
	start := time.Now()
	if o.Agreed, o.Mismatch, err = vectors.Check(ctx, file, m.Set, h, r.answers, c.Progress); err != nil {
		return nil, fmt.Errorf("%s: %w", c.Source.Name, err)
	}
	o.Cycles, o.Took = r.cycles, time.Since(start)
	return o, nil
}

// AppendText appends a report for people: the difference, or what agrees and how
// long the answers took.
func (o *Outcome) AppendText(dst []byte) []byte {
	if o.Mismatch != nil {
		return o.set.AppendMismatch(dst, o.Mismatch, o.What, o.Source)
	}
	dst = fmt.Appendf(dst, "%s: %s agree with %s of %s, in %.1f seconds\n", o.What,
		phrase.Plural(o.Agreed, "question", "questions"), o.Top, o.Source, o.Took.Seconds())
	if o.Cycles.Count > 0 {
		dst = fmt.Appendf(dst, "clock cycles for an answer: %d to %d, %.1f on average\n",
			o.Cycles.Least, o.Cycles.Most, float64(o.Cycles.Total)/float64(o.Cycles.Count))
	}
	for i, c := range o.Classes {
		if i == 0 {
			dst = append(dst, "asked:\n"...)
		}
		dst = fmt.Appendf(dst, "%9d  %s\n", c.Count, c.Name)
	}
	return dst
}

// Summary is the outcome for programs: a value for encoding/json.
func (o *Outcome) Summary() any {
	return struct {
		Outcome any     `json:"outcome"`
		Cycles  Cycles  `json:"cycles"`
		Classes []Class `json:"classes,omitempty"`
	}{o.Mismatch.Summary(o.Agreed), o.Cycles, o.Classes}
}

// Found is what a check found in a few words; empty if nothing differs.
func (o *Outcome) Found() string {
	if o.Mismatch == nil {
		return ""
	}
	return fmt.Sprintf("%s: question %d: %s of %s %s", o.What, o.Mismatch.Answer.Vector.ID, o.Top, o.Source, o.Mismatch)
}
