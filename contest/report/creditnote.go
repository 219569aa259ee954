package report

import (
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/say"
)

// CreditNote tells of a game with answers that count by the credit for host stalls alone.
type CreditNote struct {
	Game     string
	Credited []tournament.CreditedAnswers
	Hangs    bool // the verdict hangs on one
}

// Text implements say.Sayer.
func (n CreditNote) Text() say.Text {
	var answers []say.Text
	for _, c := range n.Credited {
		answers = append(answers, say.Format("%s: %d in time by credit, by %s at most", c.Entrant, c.Answers, humanize.Duration(c.Longest.Duration())))
	}
	text := say.Format("%s: %s", n.Game, say.Join(", ", answers...))
	if n.Hangs {
		return say.Format("%s; the verdict hangs on it", text)
	}
	return text
}

// String says it in a sentence.
func (n CreditNote) String() string { return n.Text().String() }

// creditNote returns the note on a game that was decided by its verdict, and whether there is one.
func creditNote(g *tournament.Game) (CreditNote, bool) {
	return CreditNote{g.AttemptID(), g.Credited, g.HangsOnCredit}, g.State == tournament.Settled && g.By == tournament.Finished && !g.Void && len(g.Credited) > 0
}

// CreditNotes returns the notes on the games of a stage, in the order of its matches.
func CreditNotes(d *tournament.Tournament, s *tournament.Stage) (notes []CreditNote) {
	for _, r := range s.Rounds {
		for _, m := range r.Matches {
			for _, g := range m.Games {
				if n, ok := creditNote(g); ok {
					notes = append(notes, n)
				}
			}
		}
	}
	return notes
}
