package bots

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/games/kakomimasu/referee"
	"github.com/loopline/loopline/games/kakomimasu/stepmodel"
	"github.com/loopline/loopline/internal/tier"
)

// play plays a game of two bots and returns by how much the first is ahead.
func play(t testing.TB, seed uint64, first, second string) int {
	board := kakomimasu.RandomField(seed)
	board.Turns = 30
	p := kakomimasu.New(board)
	var bots [2]referee.Strategy
	for i, spec := range []string{first, second} {
		var err error
		bots[i], err = New(withSeed(spec, seed))
		require.NoError(t, err)
	}
	for turn := 1; !p.Over(); turn++ {
		actions := make([][]kakomimasu.Action, 2)
		for me, bot := range bots {
			o := &referee.Opening{Board: board, Me: me, Operation: time.Hour}
			var err error
			actions[me], err = bot.Turn(t.Context(), &referee.TurnState{Opening: o, Turn: turn, Position: p.Clone()})
			require.NoError(t, err)
		}
		for player, results := range p.Turn(actions) {
			for i, r := range results {
				require.NotEqual(t, kakomimasu.Illegal, r, "%s: %v", bots[player], actions[player][i])
			}
		}
	}
	return p.Score(0).Total() - p.Score(1).Total()
}

// wins is how many games the first wins, of each seat half.
func wins(t testing.TB, games int, first, second string) (won int) {
	for i := range games {
		if i%2 == 0 && play(t, uint64(i), first, second) > 0 || i%2 == 1 && play(t, uint64(i), second, first) < 0 {
			won++
		}
	}
	return won
}

func TestStrength(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	require.GreaterOrEqual(t, wins(t, 4, "greedy", "random"), 4)
	require.GreaterOrEqual(t, wins(t, 4, "search", "greedy"), 3)
}

var games = flag.Int("games", 100, "games of TestBoardWins")

// The board beats greedy in eight games of ten.
func TestBoardWins(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	n := wins(t, *games, "board", "greedy")
	t.Logf("the board won %d of %d", n, *games)
	require.GreaterOrEqual(t, n, *games*8/10)
}

// The board takes part on any field of a match, and two of them on one where nothing mirrors.
func TestBoardTakesAnyField(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {2, 1}, {1, 9}, {3, 3}, {9, 7}, {stepmodel.MaxSide, stepmodel.MaxSide}} {
		for _, players := range []int{2, 4} {
			rng := rand.New(rand.NewPCG(uint64(size[0]), uint64(players)))
			f := &kakomimasu.Field{Width: size[0], Height: size[1], Players: players, Agents: stepmodel.MaxAgents, Turns: 6}
			for range size[0] * size[1] {
				f.Points = append(f.Points, rng.IntN(1999)-999)
			}
			p := kakomimasu.New(f)
			for !p.Over() {
				actions := make([][]kakomimasu.Action, players)
				for me := range actions {
					var err error
					actions[me], err = board{}.Turn(t.Context(), &referee.TurnState{Opening: &referee.Opening{Board: f, Me: me}, Turn: p.Turns() + 1, Position: p})
					require.NoError(t, err)
				}
				for player, results := range p.Turn(actions) {
					require.NotContains(t, results, kakomimasu.Illegal, "%v", actions[player])
				}
			}
			if min(size[0], size[1]) >= 3 {
				for player := range players {
					require.NotZero(t, p.Score(player).Wall, "player %d of %d on %v", player, players, size)
				}
			}
		}
	}
}

// search finds out whether its opponent plans.
func TestExpectation(t *testing.T) {
	tier.Slow(t)
	board := kakomimasu.RandomField(1)
	for opponent, plans := range map[string]bool{"greedy": false, "search": true} {
		me := &search{rng: rand.New(rand.NewPCG(1, 1)), depth: 6, width: 6}
		other, err := New(opponent + "?seed=2")
		require.NoError(t, err)
		right := 0
		p := kakomimasu.New(board)
		for turn := 1; turn <= 22; turn++ {
			actions := make([][]kakomimasu.Action, 2)
			for seat, bot := range []referee.Strategy{me, other} {
				o := &referee.Opening{Board: board, Me: seat, Operation: time.Hour}
				actions[seat], err = bot.Turn(t.Context(), &referee.TurnState{Opening: o, Turn: turn, Position: p.Clone()})
				require.NoError(t, err)
			}
			p.Turn(actions)
			if turn > 2 && me.expectation.plans(1) == plans {
				right++
			}
		}
		require.GreaterOrEqual(t, right, 15, opponent)
	}
	me := &search{rng: rand.New(rand.NewPCG(1, 1)), depth: 2, width: 2}
	me.expectation = expectation{turn: 7}
	me.expectation.hits[1][modelPlans] = 9
	_, err := me.Turn(t.Context(), &referee.TurnState{Opening: &referee.Opening{Board: board, Operation: time.Hour}, Turn: 1, Position: kakomimasu.New(board)})
	require.NoError(t, err)
	require.False(t, me.expectation.plans(1), "another game begins anew")
}

// BenchmarkSearchAgainstGreedy plays 100 games and says how many search wins.
func BenchmarkSearchAgainstGreedy(b *testing.B) {
	for b.Loop() {
		b.ReportMetric(float64(wins(b, 100, "search", "greedy")), "wins/100")
	}
}

func TestNew(t *testing.T) {
	for spec, want := range map[string]string{
		"best": "there is no bot", "search?deep=1": "known: depth, seed, width", "greedy?seed=x": "is not a whole number", "search?": "such as ?seed=1",
	} {
		_, err := New(spec)
		require.ErrorContains(t, err, want, spec)
	}
}

func withSeed(spec string, seed uint64) string {
	mark := "?"
	if strings.Contains(spec, "?") {
		mark = "&"
	}
	return fmt.Sprintf("%s%sseed=%d", spec, mark, seed)
}
