package games

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/games/browser"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/tier"
)

// The engine of a page plays a recorded match by its codes, and draws what the match's view draws. What it
// is told of the beginning tells nothing of turns that viewers have not seen.
func TestEngineFollowsMatches(t *testing.T) {
	tier.NoRace(t)
	for _, g := range All() {
		if g.Engine == nil || g.Engine().Levels > 0 {
			continue // trax/browser has tests of its own
		}
		t.Run(g.Name, func(t *testing.T) {
			g, test := tested(t, g.Name, "random?seed=3")
			view := g.View()
			var codes, starts []string
			start := func() string {
				if v, ok := view.(live.Started); ok {
					return string(v.Start(len(codes)))
				}
				return "null"
			}
			observe := func(e record.Event) {
				if _, ok := view.Observe(e); ok {
					codes = append(codes, view.(live.Notated).Notation(view.Moves()))
					starts = append(starts, start())
				}
			}
			watch(t, &g, test, observe)
			require.Greater(t, len(codes), 5)
			var names []string
			switch v := view.(type) {
			case live.NamedView:
				names = v.PlayerNames()
			case interface{ Names() [2]string }:
				both := v.Names()
				names = both[:]
			}
			s := browser.NewSession(nil)
			for ply := range len(codes) + 1 {
				question, err := json.Marshal(browser.Question{Do: "position", Game: g.Name, Names: names, Start: json.RawMessage(starts[max(0, ply-1)]), Moves: codes[:ply]})
				require.NoError(t, err)
				var a browser.Answer
				s.Answer(t.Context(), question, func(text []byte) { require.NoError(t, json.Unmarshal(text, &a)) })
				require.Empty(t, a.Error, "ply %d", ply)
				var drawn strings.Builder
				require.NoError(t, view.SVG(&drawn, ply))
				require.Equal(t, drawn.String(), a.Position.Picture, "ply %d", ply)
			}
			require.NotContains(t, starts[0], "seed")
			if g.Name == "dpt" {
				require.Equal(t, 1, strings.Count(starts[0], `"values":[[`))
				require.Less(t, len(starts[0]), len(starts[len(starts)-1])/2, "values of later turns")
			}
		})
	}
}
