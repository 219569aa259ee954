package contests

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
)

// kakomimasuDay is a contest of so many entrants in heats.
func kakomimasuDay(entrants int, heats string) string {
	var b strings.Builder
	b.WriteString("name = \"Heats\"\ngame = \"kakomimasu\"\nmove-time = \"1s\"\ntables = 3\nseed = 1\noptions = { turns = \"4\", agents = \"2\" }\n")
	for i := range entrants {
		fmt.Fprintf(&b, "[[entrant]]\nname = \"E%d\"\naddress = \"bot:random?seed=%d\"\n", i+1, i+1)
	}
	return b.String() + "[[stage]]\nname = \"heats\"\nkind = \"tables\"\n" + heats
}

// Thirteen play Kakomimasu in heats of four; the day verifies, everybody meets as evenly as the draw says, and
// places follow from the raw verdicts: from the mean of a game, since not all play as many.
func TestKakomimasuHeats(t *testing.T) {
	day := playContest(t, kakomimasuDay(13, "heat = 4\ngames = 1\nplace-points = [4, 2, 1, 0]\n"))
	stage := day.Stages[0]
	require.Len(t, stage.Rounds, 5)
	plays, met, points := map[int]int{}, map[[2]int]int{}, map[int]float64{}
	day.Matches(func(m *tournament.Match) {
		require.Len(t, m.Entrants, 4)
		g := m.Games[0]
		require.Len(t, g.Scores, 4)
		for seat, e := range g.Seats {
			plays[e]++
			better, equal := 0, 0
			for other, o := range g.Seats {
				if o < e {
					met[[2]int{o, e}]++
				}
				own, its := g.Scores[seat], g.Scores[other]
				switch {
				case other == seat:
				case !g.Draw && g.Winner == e:
				case !g.Draw && g.Winner == o, its > own:
					better++
				case its == own:
					equal++
				}
			}
			sum := 0
			for place := better; place <= better+equal; place++ {
				sum += []int{4, 2, 1, 0}[place]
			}
			points[e] += float64(sum) / float64(equal+1)
		}
	})
	for e := range 13 {
		require.InDelta(t, 4.5, plays[e], 0.5, "rounds of %d", e)
	}
	for pair, n := range met {
		require.LessOrEqual(t, n, 2, pair)
	}
	for _, row := range standing.Of(day, stage, 0) {
		require.InDelta(t, points[row.Index]/float64(plays[row.Index]), row.Points, 1e-9, row.Entrant)
	}
}

// A heat of more than the game has seats is refused at its line.
func TestHeatsOfTwoSeats(t *testing.T) {
	p, err := config.Parse("cup.toml", strings.Replace(kakomimasuDay(4, "heat = 3\n"), "kakomimasu", "chaser", 1))
	require.NoError(t, err)
	p.Options = nil
	_, err = GameOf(p)
	require.ErrorContains(t, err, "22:1: stage 1: heat = 3: chaser has 2 seats (cool, hot)")
}
