package contestpages

import (
	"strings"

	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/contest/report"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/internal/say"
)

// Credit returns the note on a game with answers that count by credit.
func (p contestPage) Credit(n report.CreditNote) string { return p.Show(n.Text(), 2*web.MaxWords) }

// Column returns the name of a tie-break.
func (p contestPage) Column(name string) string { return p.Named("column-", name) }

// StageKind returns the name of a kind of stage.
func (p contestPage) StageKind(name string) string { return p.Named("kind-", name) }

// Decision returns the name of a type of decision.
func (p contestPage) Decision(name string) string { return p.Named("decision-", name) }

// decided describes a decision.
func decided(l web.Lang, c *tournament.Decision) string {
	if l == web.English {
		return c.String()
	}
	words := append([]string{l.Named("decision-", c.Type)}, c.Terms()...)
	if c.Draw {
		words = append(words, l.T("director-draw"))
	}
	text := strings.Join(words, " ")
	if c.By != "" {
		text += l.T("director-decided-by", c.By)
	}
	if c.Why != "" {
		text += ": " + c.Why
	}
	return text
}

// Verb returns the name of an order.
func (p contestPage) Verb(name string) string { return p.Named("verb-", name) }

// Alarm returns the name of a kind of alarm.
func (p contestPage) Alarm(kind string) string { return p.Named("alarm-", kind) }

// Hall returns the name of a view of the hall's page.
func (p contestPage) Hall(mode string) string { return p.Named("hall-", mode) }

// VerbHelp describes what an order does; English is what is said where there is no message.
func (p contestPage) VerbHelp(name, english string) string {
	if key := "help-" + name; say.Has("live." + key) {
		return p.T(key)
	}
	return english
}
