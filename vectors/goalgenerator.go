package vectors

import "context"

// FillGoals returns a generator for a kind whose bins random vectors meet: behind
// those with which m begins every file come such as a bin still lacks.
func FillGoals(m Generator, kind *Definition, o *Options) Generator {
	return &goalGenerator{m, kind, o}
}

type goalGenerator struct {
	Generator
	kind *Definition
	o    *Options
}

// goalPart is the number of the part whose vectors fill the goals: one that
// no file has.
const goalPart = 1 << 32

// perTry is the number of vectors tried for each game of MaxTries.
const perTry = 8

// Directed implements Generator.
func (m *goalGenerator) Directed(ctx context.Context, yield func(Item) bool) error {
	q := NewGoals(m.kind.Bins, m.o)
	stopped := false
	count := func(v Item) bool {
		q.Meet(m.kind.BinsOf(v))
		stopped = !yield(v)
		return !stopped
	}
	if err := m.Generator.Directed(ctx, count); err != nil || stopped || q.Met() {
		return err
	}
	looked := 0
	m.Random(goalPart, func(v Item) bool {
		looked++
		if s := m.kind.BinsOf(v); s.Intersects(&q.Holes) && !count(v) {
			return false
		}
		return !q.Met() && looked < perTry*m.o.MaxTries && ctx.Err() == nil
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	if !stopped && !q.Met() {
		return q.Err(m.o.MaxTries)
	}
	return nil
}
