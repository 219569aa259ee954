package rtl_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/games/kakomimasu/bots"
	"github.com/loopline/loopline/games/kakomimasu/referee"
	"github.com/loopline/loopline/games/kakomimasu/rtl"
	"github.com/loopline/loopline/games/kakomimasu/stepmodel"
	"github.com/loopline/loopline/games/rtlblock/rtlblocktest"
	"github.com/loopline/loopline/hdl"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
)

// randomPosition is a position between empty and full of tiles, with agents on and off the
// board, of two to four players.
func randomPosition(rng *rand.Rand, most int) *kakomimasu.Position {
	f := &kakomimasu.Field{
		Width: 1 + rng.IntN(most), Height: 1 + rng.IntN(most), Agents: 1 + rng.IntN(stepmodel.MaxAgents),
		Players: 2 + rng.IntN(3), Turns: 30,
	}
	f.Points = make([]int, f.Width*f.Height)
	reach := []int{2, 16, 999}[rng.IntN(3)]
	for i := range f.Points {
		f.Points[i] = rng.IntN(2*reach+1) - reach
	}
	p := kakomimasu.New(f)
	tiles := make([]byte, len(f.Points))
	full := rng.IntN(5)
	for i := range tiles {
		tiles[i] = '.'
		if rng.IntN(4) < full {
			tiles[i] = "ABCD"[rng.IntN(f.Players)] + byte(rng.IntN(3)/2*('a'-'A'))
		}
	}
	if err := p.SetTiles(string(tiles)); err != nil {
		panic(err)
	}
	cells, off := rng.Perm(len(tiles)), rng.IntN(6)
	for i := range f.Players * f.Agents {
		if i < len(cells) && rng.IntN(6) >= off {
			c := kakomimasu.Cell{X: cells[i] % f.Width, Y: cells[i] / f.Width}
			if err := p.SetAgent(i/f.Agents, i%f.Agents, c); err != nil {
				panic(err)
			}
		}
	}
	return p
}

// mostCycles is what ll_kakomimasu_plan promises for a question of a match of two as boards are drawn, and for any.
func mostCycles(q *stepmodel.Question) int {
	if q.Width <= 24 && q.Height <= 24 && len(q.Agents) <= 2 && len(q.Agents[0]) <= 14 {
		return 35_000
	}
	return 120_000
}

func startPlanner(t *testing.T) *rtl.Planner {
	t.Helper()
	s, err := rtl.StartPlanner(t.Context(), &model.Builder{Quick: true}, sources.Source{Name: "hdl", FS: hdl.RTL}, 1)
	require.NoError(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

func agrees(t *testing.T, s *rtl.Planner, questions ...*stepmodel.Question) (kinds map[kakomimasu.Type]int, longest int) {
	t.Helper()
	got, err := s.Plan(questions...)
	require.NoError(t, err)
	kinds = map[kakomimasu.Type]int{}
	for i, q := range questions {
		require.Equal(t, q.Choose(), got[i].Actions, "%+v", q)
		require.Less(t, got[i].Cycles, mostCycles(q))
		longest = max(longest, got[i].Cycles)
		for _, a := range got[i].Actions {
			kinds[a.Type]++
		}
	}
	return kinds, longest
}

// ll_kakomimasu_plan and its reference model choose the same actions in any position.
func TestPlan(t *testing.T) {
	t.Parallel()
	s := startPlanner(t)
	for _, most := range []int{4, 24, stepmodel.MaxSide} {
		rng := rand.New(rand.NewPCG(uint64(most), 41))
		for from := 0; from < rtlblocktest.Searches(t)/3; from += 100 {
			questions := make([]*stepmodel.Question, 100)
			for i := range questions {
				p := randomPosition(rng, most)
				questions[i] = stepmodel.Of(p, rng.IntN(p.Field().Players), 1+rng.IntN(4))
			}
			kinds, longest := agrees(t, s, questions...)
			t.Logf("up to %d columns: %v, %d clock cycles at most", most, kinds, longest)
			for _, kind := range []kakomimasu.Type{kakomimasu.Put, kakomimasu.Move, kakomimasu.Remove} {
				require.Positive(t, kinds[kind])
			}
		}
	}
}

// The most that a plan can take: every agent of the largest field looks for its cell.
func TestLongestPlan(t *testing.T) {
	t.Parallel()
	s := startPlanner(t)
	for _, size := range [][3]int{{24, 2, 14}, {stepmodel.MaxSide, 4, stepmodel.MaxAgents}} {
		f := &kakomimasu.Field{Width: size[0], Height: size[0], Players: size[1], Agents: size[2], Points: make([]int, size[0]*size[0])}
		p := kakomimasu.New(f)
		for agent := range f.Agents * (f.Players - 1) {
			require.NoError(t, p.SetAgent(1+agent/f.Agents, agent%f.Agents, kakomimasu.Cell{X: 1 + 2*(agent%10), Y: 1 + 2*(agent/10)}))
		}
		_, longest := agrees(t, s, stepmodel.Of(p, 0, 2))
		t.Logf("%d clock cycles on %d columns", longest, size[0])
	}
}

// The same in every turn of games of the board against greedy: one, or one more for each 1,000 of plans.
func TestPlanInGames(t *testing.T) {
	t.Parallel()
	s := startPlanner(t)
	for seed := range uint64(1 + rtlblocktest.Searches(t)/1000) {
		p := kakomimasu.New(kakomimasu.RandomField(seed))
		var seats [2]referee.Strategy
		for seat, name := range [2]string{"board", "greedy"} {
			var err error
			seats[seat], err = bots.New(fmt.Sprintf("%s?seed=%d", name, seed))
			require.NoError(t, err)
		}
		var questions []*stepmodel.Question
		for !p.Over() {
			actions := make([][]kakomimasu.Action, 2)
			for me, bot := range seats {
				questions = append(questions, stepmodel.Of(p, me, p.Turns()+1))
				var err error
				actions[me], err = bot.Turn(t.Context(), &referee.TurnState{
					Opening: &referee.Opening{Board: p.Field(), Me: me, Operation: time.Hour}, Turn: p.Turns() + 1, Position: p.Clone(),
				})
				require.NoError(t, err)
			}
			p.Turn(actions)
		}
		kinds, longest := agrees(t, s, questions...)
		t.Logf("game %d: %v, %d clock cycles at most", seed, kinds, longest)
	}
}
