package vectors

import "slices"

// Coverage counts the vectors of each class.
type Coverage struct {
	counts []int
	other  []string // names of no class, each once
}

// Add counts a vector.
func (c *Coverage) Add(v Vector) {
	if c.counts == nil {
		c.counts = make([]int, len(catalogue.classes))
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
// [Classes] were added.
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
	for i, class := range catalogue.classes {
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
