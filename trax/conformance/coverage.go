package conformance

import (
	"context"
	"fmt"
	"strings"

	"github.com/loopline/loopline/trax/drill"
)

// coverage is which step met which rule how often.
type coverage struct {
	total  drill.Tally
	habits drill.Habits               // of the player's choices
	by     map[drill.Rule]map[int]int // by the number of the step
}

// add takes in what a game of a step brought the player to.
func (c *coverage) add(step int, seen *drill.Seen) {
	if c.total == nil {
		c.total, c.by = drill.Tally{}, map[drill.Rule]map[int]int{}
	}
	c.total.Add(seen.Met)
	c.habits.Add(seen.Habits)
	for rule, n := range seen.Met {
		if c.by[rule] == nil {
			c.by[rule] = map[int]int{}
		}
		c.by[rule][step] += n
	}
}

// RuleCount is a rule and how often a check has met it.
type RuleCount struct {
	Rule  string      `json:"rule"`
	Text  string      `json:"text"`
	Met   int         `json:"met"`
	Need  int         `json:"need"`  // to say something of it
	Steps map[int]int `json:"steps"` // how often, by the number of the step
}

// table lists all rules.
func (c *coverage) table() []RuleCount {
	var table []RuleCount
	for _, r := range drill.Rules() {
		steps := c.by[r.Rule]
		if steps == nil {
			steps = map[int]int{}
		}
		table = append(table, RuleCount{string(r.Rule), r.Text, c.total[r.Rule], r.Need, steps})
	}
	return table
}

// everyRule is the step about what the others have met.
func (c *Checker) everyRule(context.Context) (Step, error) {
	if c.total[drill.OwnMove] == 0 {
		return without("no game went beyond the first moves"), nil
	}
	missing := c.total.Missing()
	n := len(drill.Rules())
	s := Step{Detail: fmt.Sprintf("%d of %d", n-len(missing), n)}
	if len(missing) > 0 {
		s.Status = Note
		s.Detail += "; too few to tell: " + texts(c.total, missing)
	}
	return s, nil
}

// texts names rules that were not met often enough.
func texts(met drill.Tally, missing []drill.RuleText) string {
	var words []string
	for _, r := range missing {
		words = append(words, fmt.Sprintf("%s (%d of %d)", r.Text, met[r.Rule], r.Need))
	}
	return strings.Join(words, "; ")
}
