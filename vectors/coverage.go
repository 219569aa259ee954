package vectors

import "encoding/json"

// Coverage is functional coverage: the hit count of each bin.
type Coverage struct {
	kind   *Definition
	answer func(json.RawMessage) (Item, error) // of a kind whose vectors do not name their bins
	index  map[string]int                      // of one whose do
	counts []int
}

// NewCoverage returns one for vectors of a kind made for a board.
func NewCoverage(kind *Definition, b GridSize) *Coverage {
	c := &Coverage{kind: kind, counts: make([]int, len(kind.Bins))}
	if !kind.Named {
		c.answer = kind.NewOracle(b)
		return c
	}
	c.index = map[string]int{}
	for i, class := range kind.Bins {
		c.index[class.Name] = i
	}
	return c
}

// Bins returns the bins that are counted.
func (c *Coverage) Bins() []Bin { return c.kind.Bins }

// Add counts a vector.
func (c *Coverage) Add(v Vector) {
	if c.answer != nil {
		if own, err := c.answer(v.Ask); err == nil {
			s := c.kind.BinsOf(own)
			s.Each(func(i int) { c.counts[i]++ })
		}
		return
	}
	for _, name := range v.Bins {
		if i, ok := c.index[name]; ok {
			c.counts[i]++
		}
	}
}

// Count returns how many vectors of the bin with the given place in
// [Coverage.Bins] were added.
func (c *Coverage) Count(class int) int {
	return c.counts[class]
}

// Holes returns the names of the bins with fewer vectors than goal, or
// than there are.
func (c *Coverage) Holes(quota int) (names []string) {
	for i, class := range c.Bins() {
		need := quota
		if class.MaxCount > 0 {
			need = min(need, class.MaxCount)
		}
		if c.Count(i) < need {
			names = append(names, class.Name)
		}
	}
	return names
}
