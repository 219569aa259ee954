package games

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/live/analysis"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/tier"
)

// judgedMatch is what a judge says of the positions of a match between bots.
func judgedMatch(t *testing.T, name, bot, judge string) (all []analysis.Eval, winner string) {
	t.Helper()
	g, test := tested(t, name, bot)
	j, err := g.EvaluatorFor(judge)
	require.NoError(t, err)
	var events []record.Event
	watch(t, &g, test, func(e record.Event) { events = append(events, e) })
	for i := range events {
		w, ok, err := j.Take(t.Context(), &events[i])
		require.NoError(t, err)
		if ok {
			all = append(all, w)
		}
		if v := events[i].Winner; v != nil {
			winner = *v
		}
	}
	return all, winner
}

// Every judge knows at the end who wins.
func TestEvaluators(t *testing.T) {
	tier.NoRace(t)
	for _, g := range All() {
		if g.NewEvaluator == nil {
			require.EqualError(t, g.ValidateEvaluator("bot"), "--eval-bot: the bots of "+g.Title+" say no values")
			continue
		}
		t.Run(g.Name, func(t *testing.T) {
			require.NoError(t, g.ValidateEvaluator(""))
			require.NoError(t, g.ValidateEvaluator("bot:"+g.Bots[0]))
			require.ErrorContains(t, g.ValidateEvaluator("bot:clever"), "--eval-bot: ")
			bot := "bot:search?depth=2"
			if g.ValidateEvaluator(bot) != nil {
				bot = "bot:search" // its search has no depth
			}
			all, winner := judgedMatch(t, g.Name, "random?seed=3", bot)
			require.Greater(t, len(all), 5)
			last := all[len(all)-1]
			ahead := last.Points
			if last.Wins != 0 {
				ahead = last.Wins
			}
			require.Equal(t, winner == g.Seats[0], ahead > 0, "%v, and %s wins", last, winner)
			for _, w := range all {
				if w.WinProbability != 0 && w.Points != 0 {
					require.Equal(t, w.Points > 0, w.WinProbability >= 50, "%v", w)
				}
				require.Equal(t, g.Name == "trax" && w.Wins == 0, w.WinProbability != 0, "%v", w)
			}
		})
	}
	_, err := newLiveEvaluator("chess", "bot")
	require.ErrorContains(t, err, `there is no game "chess"`)
}
