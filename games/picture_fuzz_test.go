package games

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/animation"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/quoting/quotingtest"
)

// drawnGames are a question of each game of which a picture has the names of players.
var drawnGames = map[string]string{
	"battle2048": `{"moves":["1 4","2 2"]}`,
	"dpt": `{"width":3,"height":2,"points":[[1,2,0],[2,1,1]],"tiled":[[1,0,0],[0,0,2]],"agents":[[[0,0]],[[2,1]]],` +
		`"turns":[{"actions":[[[1,1,0]],[[0,0,0]]]}]}`,
	"kakomimasu": `{"width":3,"height":2,"nAgent":1,"nPlayer":2,"totalTurn":2,"points":[1,2,3,4,5,6],` +
		`"turns":[{"actions":[[[0,1,2,1]],[[0,1,0,0]]]},{"actions":[[[0,3,2,0]],[]]}]}`,
	"chaser": `{"map":"N:a\nT:10\nS:3,3\nD:0,2,0\nD:0,0,0\nD:0,3,0\nH:2,2\nC:0,0\n","turns":10,"script":["sr"]}`,
}

// plainName is a name that each picture has.
const plainName = "Zoe"

// FuzzPictures: the names of players, a title and a caption are text of a game's picture, and no element of it, still and in
// motion.
func FuzzPictures(f *testing.F) {
	for _, name := range []string{"Team A", "<script>alert(1)</script>", `" onload="x`, "' onload='x", "]]>", "<![CDATA[", "&lt;", "</text></svg>", "<!--", "\x00\xff", "a\nb", "\u202e"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if name == "" {
			return // nothing is drawn of it
		}
		trax, err := ByName(Default)
		require.NoError(t, err)
		move := func(name string) []string {
			var b bytes.Buffer
			require.NoError(t, trax.DrawMoves(&b, "@0+ B1+ A2/", descriptor.RenderTarget{SVG: true, Picture: animation.Options{Title: name, Caption: name}}))
			return quotingtest.Elements(t, b.Bytes())
		}
		require.Equal(t, move("x"), move(name), "%q", name)
		for game, question := range drawnGames {
			g, err := ByName(game)
			require.NoError(t, err)
			drawn := func(name string, animate bool) []string {
				events, err := g.Load([]byte(question))
				require.NoError(t, err)
				if events[0].Type != record.EventGame {
					events = slices.Insert(events, 0, record.Event{Type: record.EventGame})
				}
				events[0].Seats = []record.EventSeat{{Name: g.Seats[0], Address: name}, {Name: g.Seats[1], Address: name}}
				names, err := json.Marshal([]string{name, name}) // that players gave themselves
				require.NoError(t, err)
				events = slices.Insert(events, 1, record.Event{Type: record.EventNote, Name: "names", Data: names})
				var b bytes.Buffer
				title := name
				if name == plainName { // which is looked for in the rest
					title = ""
				}
				require.NoError(t, g.Render(&b, events, descriptor.RenderOptions{
					SVG: true, Animate: animate, Options: animation.Options{Title: title, Caption: title},
				}), game)
				if name == plainName && game != "dpt" && game != "chaser" { // they have none, and no room for it
					require.Contains(t, b.String(), name, game)
				}
				return quotingtest.Elements(t, b.Bytes())
			}
			drawn(plainName, false)
			for _, animate := range []bool{false, true} {
				require.Equal(t, drawn("x", animate), drawn(name, animate), "%s of %q", game, name)
			}
		}
	})
}
