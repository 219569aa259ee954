package series

import (
	"fmt"
	"strings"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/humanize"
)

// maxCredited limits how many answers that count by credit are listed.
const maxCredited = 5

// credits gathers the answers of a match that count by the credit for host stalls alone.
type credits struct {
	answers int
	longest time.Duration
	lines   []string // the first ones
	hanging []string // titles of the games whose verdict hangs on one
}

// add takes in a game. Title is empty of a match of one game.
func (c *credits) add(title string, m *host.Game, v *host.Verdict) {
	for _, a := range v.Credited {
		c.answers++
		c.longest = max(c.longest, a.Credit)
		if len(c.lines) < maxCredited {
			c.lines = append(c.lines, fmt.Sprintf("in time by credit: %s%s: %s", prefix(title), m.Seats[a.Seat].Name, a.Text()))
		}
	}
	if len(v.Credited) > 0 && v.HangsOnCredit() && !v.Void {
		c.hanging = append(c.hanging, title)
	}
}

func prefix(title string) string {
	if title == "" {
		return ""
	}
	return title + ": "
}

// summary returns nothing of a match in which no answer needed credit.
func (c *credits) summary() []string {
	if c.answers == 0 {
		return nil
	}
	lines := append([]string{fmt.Sprintf("host stalled: %s credited, the longest %s",
		humanize.Plural(c.answers, "answer", "answers"), humanize.Duration(c.longest))}, c.lines...)
	if n := c.answers - len(c.lines); n > 0 {
		lines = append(lines, fmt.Sprintf("in time by credit: %d more", n))
	}
	const remedy = "--stall-credit void plays such a game again"
	switch {
	case len(c.hanging) == 0:
		return append(lines, "no verdict hangs on a credited answer")
	case c.hanging[0] == "":
		return append(lines, "the verdict hangs on a credited answer; "+remedy)
	}
	return append(lines, fmt.Sprintf("%s on a credited answer (%s); %s",
		humanize.Plural(len(c.hanging), "verdict hangs", "verdicts hang"), strings.Join(c.hanging[:min(maxCredited, len(c.hanging))], "; "), remedy))
}
