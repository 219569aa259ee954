package vectors

import "encoding/json"

// Coverage counts the vectors of each class.
type Coverage struct {
	kind   *Definition
	answer func(json.RawMessage) (Item, error) // of a kind whose vectors do not name their classes
	index  map[string]int                      // of one whose do
	counts []int
}

// NewCoverage returns one for vectors of a kind made for a board.
func NewCoverage(kind *Definition, b Board) *Coverage {
	c := &Coverage{kind: kind, counts: make([]int, len(kind.Classes))}
	if !kind.Named {
		c.answer = kind.Oracle(b)
		return c
	}
	c.index = map[string]int{}
	for i, class := range kind.Classes {
		c.index[class.Name] = i
	}
	return c
}

// Classes returns the classes that are counted.
func (c *Coverage) Classes() []Class { return c.kind.Classes }

// Add counts a vector.
func (c *Coverage) Add(v Vector) {
	if c.answer != nil {
		if own, err := c.answer(v.Ask); err == nil {
			s := c.kind.ClassesOf(own)
			s.Each(func(i int) { c.counts[i]++ })
		}
		return
	}
	for _, name := range v.Classes {
		if i, ok := c.index[name]; ok {
			c.counts[i]++
		}
	}
}

// Count returns how many vectors of the class with the given place in
// [Coverage.Classes] were added.
func (c *Coverage) Count(class int) int {
	return c.counts[class]
}

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
