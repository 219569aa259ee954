package vectors

import "context"

// quotaMaker makes vectors of a kind whose classes random vectors meet: behind
// those that every file begins with come such as a class still lacks.
type quotaMaker struct {
	maker
	o *Options
}

// quotaPart is the number of the part whose vectors fill the quotas: one that
// no file has.
const quotaPart = 1 << 32

// perEffort is how many vectors are looked at for each game of the effort.
const perEffort = 8

func (m *quotaMaker) first(ctx context.Context, yield func(vector) bool) error {
	q := newQuotas(m.o)
	stopped := false
	count := func(v vector) bool {
		q.meet(classify(m.o.Kind, v))
		stopped = !yield(v)
		return !stopped
	}
	if err := m.maker.first(ctx, count); err != nil || stopped || q.met() {
		return err
	}
	looked := 0
	m.more(quotaPart, func(v vector) bool {
		looked++
		if s := classify(m.o.Kind, v); s.meets(&q.lacking) && !count(v) {
			return false
		}
		return !q.met() && looked < perEffort*m.o.Effort && ctx.Err() == nil
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	if !stopped && !q.met() {
		return q.unmet(m.o.Effort)
	}
	return nil
}
