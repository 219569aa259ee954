package vectors

import "github.com/loopline/loopline/trax"

// Classifier plays a game on a finite board and counts the bins of its turns. Make one
// with [NewClassifier]; it is for one goroutine.
type Classifier struct {
	g      *game
	e      turnGenerator
	counts []int
}

// NewClassifier returns a classifier on the empty board.
func NewClassifier(b Board) *Classifier {
	return &Classifier{g: newGame(b), e: turnGenerator{bare: true}, counts: make([]int, len(catalogue.classes))}
}

// Play counts the bins of a turn, and plays it if its status is OK. A move without a
// valid shape is a text that isn't one.
func (c *Classifier) Play(m trax.Move) Status {
	var t *turn
	switch m.Shape {
	case trax.Plus, trax.Slash, trax.Backslash:
		t = c.e.examine(c.g, m)
	default:
		t = c.e.tryText(c.g, "")
	}
	t.classes.Each(func(i int) { c.counts[i]++ })
	switch {
	case t.full:
		if t.status == OK {
			c.g.pos.Undo()
		}
		return BoardFull
	case t.status == OK:
		c.g.played(m)
	}
	return t.status
}

// Undo takes the last turn back. It returns false on the empty board.
func (c *Classifier) Undo() bool {
	if c.g.pos.Ply() == 0 {
		return false
	}
	c.g.undo()
	return true
}

// Reset takes all turns back. The counts stay.
func (c *Classifier) Reset() { c.g.reset() }

// Position returns the game as it stands. Only c may play on it.
func (c *Classifier) Position() *trax.Position { return c.g.pos }

// Moves returns the moves played so far, separated by spaces, until the next turn.
func (c *Classifier) Moves() []byte { return c.g.text }

// Full reports whether the board has no room for a tile at a cell beside the box.
func (c *Classifier) Full(at trax.Cell) bool {
	_, full := c.g.full(at)
	return full
}

// Count returns how often the bin with a name was met, and whether there is one.
func (c *Classifier) Count(name string) (n int, ok bool) {
	i, ok := catalogue.index[name]
	if ok {
		n = c.counts[i]
	}
	return n, ok
}

// Counts adds how often each bin was met to the given counts, by name.
func (c *Classifier) Counts(to map[string]int) {
	for i, n := range c.counts {
		to[catalogue.classes[i].Name] += n
	}
}

// Holes returns the number of bins, and the names of those that were never met.
func (c *Classifier) Holes() (bins int, names []string) {
	for i, n := range c.counts {
		if n == 0 {
			names = append(names, catalogue.classes[i].Name)
		}
	}
	return len(c.counts), names
}
