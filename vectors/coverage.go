package vectors

import "slices"

// Coverage counts the vectors of each class.
type Coverage struct {
	kind   Kind
	oracle *Oracle // of a kind whose vectors do not name their classes
	counts []int
	other  []string // names of no class, each once
}

// NewCoverage returns one for vectors of a kind made for a board. The zero
// value is for turns.
func NewCoverage(k Kind, b Board) *Coverage {
	c := &Coverage{kind: k}
	if k != Turn {
		c.oracle = NewOracle(k, b)
	}
	return c
}

// Classes returns the classes that are counted.
func (c *Coverage) Classes() []Class {
	if c.oracle == nil {
		return catalogue.classes
	}
	return ClassesOf(c.kind)
}

// Add counts a vector.
func (c *Coverage) Add(v Vector) {
	if c.counts == nil {
		c.counts = make([]int, len(c.Classes()))
	}
	if c.oracle != nil {
		if own, err := c.oracle.answer(v.Ask); err == nil {
			s := classify(c.kind, own)
			s.each(func(i int) { c.counts[i]++ })
		}
		return
	}
	for _, name := range v.Classes {
		if i, ok := catalogue.index[name]; ok {
			c.counts[i]++
		} else if !slices.Contains(c.other, name) && len(c.other) < 16 {
			c.other = append(c.other, name)
		}
	}
}

// Count returns how many vectors of the class with the given place in
// [Coverage.Classes] were added.
func (c *Coverage) Count(class int) int {
	if c.counts == nil {
		return 0
	}
	return c.counts[class]
}

// Unknown returns names that stand in vectors and are no class, at most 16.
func (c *Coverage) Unknown() []string { return c.other }

// Unmet returns the names of the classes with fewer vectors than quota, or
// than there are.
func (c *Coverage) Unmet(quota int) (names []string) {
	for i, class := range c.Classes() {
		need := quota
		if class.Supply > 0 {
			need = min(need, class.Supply)
		}
		if c.Count(i) < need {
			names = append(names, class.Name)
		}
	}
	return names
}
