package vectors

import "context"

// Filled returns a maker for a kind whose classes random vectors meet: behind
// those with which m begins every file come such as a class still lacks.
func Filled(m Maker, kind *Definition, o *Options) Maker { return &quotaMaker{m, kind, o} }

// quotaMaker is the maker of Filled.
type quotaMaker struct {
	Maker
	kind *Definition
	o    *Options
}

// quotaPart is the number of the part whose vectors fill the quotas: one that
// no file has.
const quotaPart = 1 << 32

// perEffort is how many vectors are looked at for each game of the effort.
const perEffort = 8

// First implements Maker.
func (m *quotaMaker) First(ctx context.Context, yield func(Item) bool) error {
	q := NewQuotas(m.kind.Classes, m.o)
	stopped := false
	count := func(v Item) bool {
		q.Meet(m.kind.ClassesOf(v))
		stopped = !yield(v)
		return !stopped
	}
	if err := m.Maker.First(ctx, count); err != nil || stopped || q.Met() {
		return err
	}
	looked := 0
	m.More(quotaPart, func(v Item) bool {
		looked++
		if s := m.kind.ClassesOf(v); s.Meets(&q.Lacking) && !count(v) {
			return false
		}
		return !q.Met() && looked < perEffort*m.o.Effort && ctx.Err() == nil
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	if !stopped && !q.Met() {
		return q.Unmet(m.o.Effort)
	}
	return nil
}
