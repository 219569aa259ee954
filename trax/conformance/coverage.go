package conformance

import (
	"context"

	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/trax/playertest"
)

// coverage is which step met which rule how often.
type coverage struct {
	total   playertest.RuleCounts
	habits  playertest.MoveHabits           // of the player's choices
	bySteps map[playertest.Rule]map[int]int // by the number of the step
}

// add merges the coverage of one game.
func (c *coverage) add(step int, seen *playertest.Coverage) {
	if c.total == nil {
		c.total, c.bySteps = playertest.RuleCounts{}, map[playertest.Rule]map[int]int{}
	}
	c.total.Add(seen.Rules)
	c.habits.Add(seen.Habits)
	for rule, n := range seen.Rules {
		if c.bySteps[rule] == nil {
			c.bySteps[rule] = map[int]int{}
		}
		c.bySteps[rule][step] += n
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
	for _, r := range playertest.Rules() {
		steps := c.bySteps[r.Rule]
		if steps == nil {
			steps = map[int]int{}
		}
		table = append(table, RuleCount{string(r.Rule), r.Text, c.total[r.Rule], r.Need, steps})
	}
	return table
}

// everyRule is the step about what the others have met.
func (c *Checker) everyRule(context.Context) (Step, error) {
	if c.total[playertest.OwnMove] == 0 {
		return skipped("no game went beyond the first moves"), nil
	}
	missing := c.total.Holes()
	n := len(playertest.Rules())
	s := Step{Detail: say.Format("%d of %d", n-len(missing), n)}
	if len(missing) > 0 {
		s.Status = Note
		s.Detail = say.Format("%s; too few to tell: %s", s.Detail, texts(c.total, missing))
	}
	return s, nil
}

// rulesMet counts the rules, and says why the others were not met.
func (c *Checker) rulesMet() check.RulesMet {
	missing, all := c.total.Holes(), len(playertest.Rules())
	m := check.RulesMet{Met: all - len(missing), Of: all, Missing: texts(c.total, missing)}
	switch {
	case len(missing) == 0:
	case c.opens:
		m.Why = say.Word("the player was led there by openings (-O), but it moved elsewhere or the check ended before")
	case c.probed:
		m.Why = say.Word("the player does not know the line -O, so no opening could lead it there")
	}
	return m
}

// texts names rules that were not met often enough.
func texts(met playertest.RuleCounts, missing []playertest.RuleText) say.Text {
	var words []say.Text
	for _, r := range missing {
		words = append(words, say.Format("%s (%d of %d)", say.Word(r.Text), met[r.Rule], r.Need))
	}
	return say.Join("; ", words...)
}
