package live

import (
	"fmt"
	"strings"

	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/say"
)

// endings returns the verdict in each language, nil while there is none. The caller
// holds the lock.
func (g *GameFeed) endings() []string {
	if g.verdict == nil {
		return nil
	}
	both := make([]string, len(web.Langs))
	for l := range both {
		both[l] = g.ending(web.Lang(l))
	}
	return both
}

func (g *GameFeed) ending(l web.Lang) string {
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
		text += sentence(l) + l.T("end-of-foul", g.who(v.Foul.Seat), v.Ply+1, g.reason(l, v.Foul.Kind), l.Show(terminal.Explain(g.view, host.FoulOf(v.Foul)), web.MaxWords))
	}
	if parts := g.scoreWords(l, v.Scores); parts != "" {
		text = l.T("with-scores", text, parts)
	}
	return text
}

// detail returns a verdict's details after its reason: of a foul, or why there is no winner.
func (g *GameFeed) detail(l web.Lang, v *record.Event) string {
	if v.Foul != nil && v.Detail == v.Foul.Detail {
		return l.Show(terminal.Explain(g.view, host.FoulOf(v.Foul)), 2*web.MaxWords)
	}
	return l.Show(say.Named("verdict."+v.Reason, v.Detail), 2*web.MaxWords)
}

// sentence parts two sentences.
func sentence(l web.Lang) string { return [...]string{". ", "。"}[l] }

// scoreWords returns the scores of a verdict by the seats.
func (g *GameFeed) scoreWords(l web.Lang, scores []int) string {
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
	return web.Shown(address, web.MaxName)
}

// whoIs returns the player at the seat with a name.
func (g *GameFeed) whoIs(l web.Lang, name string) string {
	for i, s := range g.opening.Seats {
		if s.Name == name {
			return g.who(i) + " (" + g.seatName(l, i) + ")"
		}
	}
	return web.Shown(name, web.MaxName)
}

func (g *GameFeed) seatName(l web.Lang, seat int) string {
	return g.named(l, g.opening.Seats[seat].Name, web.MaxName)
}

// reason is why a game ended, or a kind of foul.
func (g *GameFeed) reason(l web.Lang, name string) string {
	if key := "foul-" + name; say.Has("live." + key) {
		return l.T(key)
	}
	return g.named(l, name, web.MaxWords)
}

// named returns a name of the game, at most the given number of characters.
func (g *GameFeed) named(l web.Lang, name string, most int) string {
	if n, ok := g.view.(Namer); ok {
		return l.Show(n.Name(name), most)
	}
	return web.Shown(name, most)
}

// SpectatorEnding returns the verdict as spectators see it, without measurements.
func (g *GameFeed) SpectatorEnding(l web.Lang) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	v := g.verdict
	switch {
	case v == nil || g.changed:
		return ""
	case v.Foul != nil && v.Winner != nil:
		return l.T("hall-foul", g.whoIs(l, *v.Winner), g.who(v.Foul.Seat), l.Named("spectator-", v.Foul.Kind))
	case v.Winner != nil:
		return l.T("hall-wins", g.whoIs(l, *v.Winner), g.reason(l, v.Reason))
	case v.Draw:
		return l.T("hall-draw")
	}
	return l.T("hall-void")
}
