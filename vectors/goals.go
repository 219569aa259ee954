package vectors

import "fmt"

// Goals track the hit count of each bin against its goal, for a Generator (coverage-driven generation).
type Goals struct {
	// Holes are the bins below their goal.
	Holes BinSet

	classes []Bin
	goal    []int
	count   []int
}

// NewGoals returns the goals that the options set for some bins.
func NewGoals(classes []Bin, o *Options) *Goals {
	q := &Goals{classes: classes}
	q.goal, q.count = make([]int, len(q.classes)), make([]int, len(q.classes))
	for i, c := range q.classes {
		q.goal[i] = o.Goal
		if c.MaxCount > 0 {
			q.goal[i] = min(c.MaxCount, o.Goal)
		}
		if q.goal[i] > 0 {
			q.Holes.Add(i)
		}
	}
	return q
}

// Meet counts a vector of the bins.
func (q *Goals) Meet(s BinSet) {
	s.Each(func(i int) {
		q.count[i]++
		if q.count[i] == q.goal[i] {
			q.Holes.Remove(i)
		}
	})
}

// Met reports whether every bin has reached its goal.
func (q *Goals) Met() bool { return q.Holes == BinSet{} }

// Err returns an error that names the holes left after the given number of games.
func (q *Goals) Err(effort int) error {
	const shown = 5
	names, n := "", 0
	q.Holes.Each(func(i int) {
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
