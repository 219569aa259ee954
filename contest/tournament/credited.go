package tournament

import (
	"strings"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/say"
)

// creditedAnswers counts the answers of a game that count by credit, by the entrants in its seats.
func (d *Tournament) creditedAnswers(seats []int, all []host.CreditedAnswer) (counted []CreditedAnswers) {
	for seat, e := range seats {
		c := CreditedAnswers{Entrant: d.Entrants[e].Name}
		for _, a := range all {
			if a.Seat == seat {
				c.Answers++
				c.Longest = max(c.Longest, record.MicrosOf(a.Credit))
			}
		}
		if c.Answers > 0 {
			counted = append(counted, c)
		}
	}
	return counted
}

// CreditNote tells of a game with answers that count by the credit for host stalls alone.
type CreditNote struct {
	Game     string
	Credited []CreditedAnswers
	Hangs    bool // the verdict hangs on one
}

// Text implements say.Sayer.
func (n CreditNote) Text() say.Text {
	var answers []say.Text
	for _, c := range n.Credited {
		answers = append(answers, say.F("%s: %d in time by credit, by %s at most", c.Entrant, c.Answers, humanize.Duration(c.Longest.Duration())))
	}
	text := say.F("%s: %s", n.Game, say.Join(", ", answers...))
	if n.Hangs {
		return say.F("%s; the verdict hangs on it", text)
	}
	return text
}

// String says it in a sentence.
func (n CreditNote) String() string { return n.Text().String() }

// creditNote returns the note on a game that was decided by its verdict, and whether there is one.
func (g *Game) creditNote() (CreditNote, bool) {
	return CreditNote{g.AttemptID(), g.Credited, g.HangsOnCredit}, g.State == Settled && g.By == Finished && !g.Void && len(g.Credited) > 0
}

// CreditNotes returns the notes on the games of a stage, in the order of its matches.
func (d *Tournament) CreditNotes(s *Stage) (notes []CreditNote) {
	for _, r := range s.Rounds {
		for _, m := range r.Matches {
			for _, g := range m.Games {
				if n, ok := g.creditNote(); ok {
					notes = append(notes, n)
				}
			}
		}
	}
	return notes
}

// sayCredited tells of answers of a game that count by credit.
func (d *Director) sayCredited(c *Decision) {
	if len(c.Credited) > 0 && !c.Void {
		d.Say(strings.TrimSpace(CreditNote{c.Game, c.Credited, c.HangsOnCredit}.String()))
	}
}
