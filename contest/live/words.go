package live

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/say"
)

// Lang is a language of the pages.
type Lang say.Language

// The languages of the pages.
const (
	English  = Lang(say.English)
	Japanese = Lang(say.Japanese)
)

// langs are the languages in the order of Lang, by their names in HTML.
var langs = say.Names()

// String returns the language's name in HTML.
func (l Lang) String() string { return langs[l] }

// parseLang finds a language by its name.
func parseLang(name string) (Lang, bool) {
	l, ok := say.Find(name)
	return Lang(l), ok
}

// langCookie is the name of the cookie that keeps the language that was chosen.
const langCookie = "lang"

// langOf returns the language of a request: what was chosen, then what the browser
// prefers.
func langOf(r *http.Request) Lang {
	if l, ok := parseLang(r.URL.Query().Get("lang")); ok {
		return l
	}
	if c, err := r.Cookie(langCookie); err == nil {
		if l, ok := parseLang(c.Value); ok {
			return l
		}
	}
	return Lang(say.Preferred(r.Header.Get("Accept-Language")))
}

// T returns a message in the language.
func (l Lang) T(key string, args ...any) string {
	return l.say(say.K("live."+key, args...))
}

func (l Lang) say(v any) string { return say.Language(l).Say(v) }

// shown returns a text in the language, as a page shows it: cut to the given number of
// characters.
func (l Lang) shown(t say.Text, most int) string { return shown(l.say(t), most) }

// Credit returns the note on a game with answers that count by credit.
func (l Lang) Credit(n tournament.CreditNote) string { return l.shown(n.Text(), 2*maxWords) }

// Raw returns a message that is still to be filled in.
func (l Lang) Raw(key string) string { return l.T(key) }

// Column returns the name of a tie-break.
func (l Lang) Column(name string) string { return l.named("column-", name) }

// StageKind returns the name of a kind of stage.
func (l Lang) StageKind(name string) string { return l.named("kind-", name) }

// MatchRule returns the name of the rule that decided a match that ended even.
func (l Lang) MatchRule(name string) string { return l.named("rule-", name) }

// Decision returns the name of a type of decision.
func (l Lang) Decision(name string) string { return l.named("decision-", name) }

func (l Lang) decided(c *tournament.Decision) string {
	if l == English {
		return c.String()
	}
	words := append([]string{l.Decision(c.Type)}, c.Terms()...)
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
func (l Lang) Verb(name string) string { return l.named("verb-", name) }

// Alarm returns the name of a kind of alarm.
func (l Lang) Alarm(kind string) string { return l.named("alarm-", kind) }

// Hall returns the name of a view of the hall's page.
func (l Lang) Hall(mode string) string { return l.named("hall-", mode) }

// VerbHelp describes what an order does; English is what is said where there is no message.
func (l Lang) VerbHelp(name, english string) string {
	if key := "help-" + name; say.Has("live." + key) {
		return l.T(key)
	}
	return english
}

// named returns a message of a family, or the name itself where there is none.
func (l Lang) named(family, name string) string {
	if key := family + name; say.Has("live." + key) {
		return l.T(key)
	}
	return name
}

// Other returns the language that is not this one, and its name in itself.
func (l Lang) Other() Lang { return 1 - l }

// Name returns the language's name in itself.
func (l Lang) Name() string { return [...]string{"English", "日本語"}[l] }

// endings returns the verdict in each language, nil while there is none. The caller
// holds the lock.
func (g *GameFeed) endings() []string {
	if g.verdict == nil {
		return nil
	}
	both := make([]string, len(langs))
	for l := range both {
		both[l] = g.ending(Lang(l))
	}
	return both
}

func (g *GameFeed) ending(l Lang) string {
	v := g.verdict
	reason, detail := g.reason(l, v.Reason), g.detail(l, v)
	var text string
	switch {
	case v.Void:
		text = l.T("void", v.Ply, detail)
	case v.Winner != nil:
		text = l.T("wins", g.whoIs(l, *v.Winner), reason, v.Ply)
	case v.Draw:
		text = l.T("drawn", reason, v.Ply)
	default:
		text = l.T("nobody", v.Ply, detail)
	}
	if v.Foul != nil {
		text += l.sentence() + l.T("end-of-foul", g.who(v.Foul.Seat), v.Ply+1, g.reason(l, v.Foul.Kind), l.shown(terminal.Explain(g.view, host.FoulOf(v.Foul)), maxWords))
	}
	if parts := g.scoreWords(l, v.Scores); parts != "" {
		text = l.T("with-scores", text, parts)
	}
	return text
}

// detail returns a verdict's details after its reason: of a foul, or why there is no winner.
func (g *GameFeed) detail(l Lang, v *record.Event) string {
	if v.Foul != nil && v.Detail == v.Foul.Detail {
		return l.shown(terminal.Explain(g.view, host.FoulOf(v.Foul)), 2*maxWords)
	}
	return l.shown(say.Named("verdict."+v.Reason, v.Detail), 2*maxWords)
}

// sentence parts two sentences.
func (l Lang) sentence() string { return [...]string{". ", "。"}[l] }

// scoreWords returns the scores of a verdict by the seats.
func (g *GameFeed) scoreWords(l Lang, scores []int) string {
	var parts []string
	for i, score := range scores {
		if i < len(g.opening.Seats) {
			parts = append(parts, fmt.Sprintf("%s %d", g.seatName(l, i), score))
		}
	}
	return strings.Join(parts, ", ")
}

func (g *GameFeed) who(seat int) string {
	if seat < 0 || seat >= len(g.opening.Seats) {
		return "?"
	}
	address := g.opening.Seats[seat].Address
	if v, ok := g.view.(NamedView); ok {
		if names := v.PlayerNames(); seat < len(names) && names[seat] != g.opening.Seats[seat].Name {
			address = terminal.PlayerName(address, names[seat])
		}
	}
	return shown(address, maxName)
}

// whoIs returns the player at the seat with a name.
func (g *GameFeed) whoIs(l Lang, name string) string {
	for i, s := range g.opening.Seats {
		if s.Name == name {
			return g.who(i) + " (" + g.seatName(l, i) + ")"
		}
	}
	return shown(name, maxName)
}

func (g *GameFeed) seatName(l Lang, seat int) string {
	return g.named(l, g.opening.Seats[seat].Name, maxName)
}

// reason is why a game ended, or a kind of foul.
func (g *GameFeed) reason(l Lang, name string) string {
	if key := "foul-" + name; say.Has("live." + key) {
		return l.T(key)
	}
	return g.named(l, name, maxWords)
}

// named returns a name of the game, at most the given number of characters.
func (g *GameFeed) named(l Lang, name string, most int) string {
	if n, ok := g.view.(Namer); ok {
		return l.shown(n.Name(name), most)
	}
	return shown(name, most)
}

// hallEnding returns the verdict as spectators see it, without measurements.
func (g *GameFeed) hallEnding(l Lang) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	v := g.verdict
	switch {
	case v == nil || g.changed:
		return ""
	case v.Foul != nil && v.Winner != nil:
		return l.T("hall-foul", g.whoIs(l, *v.Winner), g.who(v.Foul.Seat), l.named("spectator-", v.Foul.Kind))
	case v.Winner != nil:
		return l.T("hall-wins", g.whoIs(l, *v.Winner), g.reason(l, v.Reason))
	case v.Draw:
		return l.T("hall-draw")
	}
	return l.T("hall-void")
}
