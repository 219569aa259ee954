package vectors

import "fmt"

// quotas count the vectors of each class.
type quotas struct {
	classes []Class
	goal    []int
	count   []int
	lacking ClassSet // classes below their goal
}

func newQuotas(o *Options) *quotas {
	q := &quotas{classes: ClassesOf(o.Kind)}
	q.goal, q.count = make([]int, len(q.classes)), make([]int, len(q.classes))
	for i, c := range q.classes {
		q.goal[i] = o.Quota
		if c.Supply > 0 {
			q.goal[i] = min(c.Supply, o.Quota)
		}
		if q.goal[i] > 0 {
			q.lacking.Add(i)
		}
	}
	return q
}

// meet counts a vector of the classes.
func (q *quotas) meet(s ClassSet) {
	s.each(func(i int) {
		q.count[i]++
		if q.count[i] == q.goal[i] {
			q.lacking.remove(i)
		}
	})
}

func (q *quotas) met() bool { return q.lacking == ClassSet{} }

// unmet names the classes that were not reached within an effort.
func (q *quotas) unmet(effort int) error {
	const shown = 5
	names, n := "", 0
	q.lacking.each(func(i int) {
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
	return fmt.Errorf("after %d games not every class has its quota: %s; ask for a greater --effort or a smaller --quota",
		effort, names)
}
