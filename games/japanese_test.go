package games

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/say"
)

// english finds words that people read; notation is in capitals or shorter.
var english = regexp.MustCompile(`[a-z][a-z]{2,}`)

// ownNames finds what the players of the match call themselves.
var ownNames = regexp.MustCompile("bot:random|bot|greedy")

// What a page says of a match in any game is Japanese on Japanese pages: of the
// moves, the seats, and why it ended.
func TestJapanese(t *testing.T) {
	for _, g := range All() {
		t.Run(g.Name, func(t *testing.T) {
			view := g.View()
			namer, ok := view.(live.Namer)
			require.True(t, ok, "the view has no Name: embed words, with the game's name")
			for _, seat := range g.Seats {
				require.NotEqual(t, seat, say.Japanese.Say(namer.Name(seat)), "internal/say/ja.txt has %s.%s", g.Name, seat)
			}
			require.NotEmpty(t, g.Reasons, "Contests.Reasons lists why a match of the game ends")
			for _, reason := range g.Reasons {
				require.NotEqual(t, reason, say.Japanese.Say(namer.Name(reason)))
				require.Equal(t, reason, say.English.Say(namer.Name(reason)))
			}
			g, test := tested(t, g.Name, "random?seed=3")
			var events []record.Event
			watch(t, &g, test, func(e record.Event) { events = append(events, e) })
			moves := 0
			for _, e := range events {
				m, ok := view.Observe(e)
				if !ok {
					continue
				}
				moves++
				for _, words := range []say.Text{m.Words, m.Remark} {
					text, said := words.String(), say.Japanese.Say(words)
					// What players call themselves stays.
					require.Equal(t, ownNames.FindAllString(text, -1), ownNames.FindAllString(said, -1))
					require.NotRegexp(t, english, ownNames.ReplaceAllString(said, ""), text)
					require.Equal(t, text, say.English.Say(words))
				}
			}
			require.Greater(t, moves, 5)
		})
	}
}

// The page of a pasted game has the reasons of its engine in Japanese.
func TestJapaneseReasonsOfTexts(t *testing.T) {
	for _, g := range All() {
		if g.Show.Engine == nil || g.Show.Engine().Levels == 0 {
			continue // it reads no texts
		}
		reasons := g.Show.Engine().Reasons
		require.NotEmpty(t, reasons)
		for _, format := range reasons {
			said := say.Lines()[format]
			require.NotEmpty(t, said, "internal/say/ja.txt lacks %q", format)
			if english.MatchString(format) {
				require.NotRegexp(t, `^[ -~]*$`, said)
			}
		}
	}
}
