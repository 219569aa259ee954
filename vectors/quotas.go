package vectors

import "fmt"

// Quotas count the vectors of each class, for a Maker.
type Quotas struct {
	// Lacking are the classes below their goal.
	Lacking ClassSet

	classes []Class
	goal    []int
	count   []int
}

// NewQuotas returns the quotas of some classes that the options ask for.
func NewQuotas(classes []Class, o *Options) *Quotas {
	q := &Quotas{classes: classes}
	q.goal, q.count = make([]int, len(q.classes)), make([]int, len(q.classes))
	for i, c := range q.classes {
		q.goal[i] = o.Quota
		if c.Supply > 0 {
			q.goal[i] = min(c.Supply, o.Quota)
		}
		if q.goal[i] > 0 {
			q.Lacking.Add(i)
		}
	}
	return q
}

// Meet counts a vector of the classes.
func (q *Quotas) Meet(s ClassSet) {
	s.Each(func(i int) {
		q.count[i]++
		if q.count[i] == q.goal[i] {
			q.Lacking.Remove(i)
		}
	})
}

// Met reports whether no class lacks vectors.
func (q *Quotas) Met() bool { return q.Lacking == ClassSet{} }

// Unmet names the classes that were not reached within an effort.
func (q *Quotas) Unmet(effort int) error {
	const shown = 5
	names, n := "", 0
	q.Lacking.Each(func(i int) {
		if n++; n > shown {
			return
		}
		if n > 1 {
			names += ", "
		}
		names += fmt.Sprintf("%s (%d of %d)", q.classes[i].Name, q.count[i], q.goal[i])
	})
	if n > shown {
		names += fmt.Sprintf(" and %d more", n-shown)
	}
	return fmt.Errorf("after %d games not every class has its quota: %s; ask for a greater --max-tries or a smaller --quota",
		effort, names)
}
