package rtl_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/dpt/bots"
	"github.com/loopline/loopline/games/dpt/referee"
	"github.com/loopline/loopline/games/dpt/ringmodel"
	"github.com/loopline/loopline/games/dpt/rtl"
	"github.com/loopline/loopline/games/rtlblock/rtlblocktest"
	"github.com/loopline/loopline/hdl"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
)

// randomQuestions are fields of every size, between empty and full, in some of which
// rings of either team are complete, or all but one cell.
func randomQuestions(n int, seed uint64, most int) []ringmodel.Question {
	rng := rand.New(rand.NewPCG(seed, 29))
	all := make([]ringmodel.Question, n)
	for i := range all {
		q := &all[i]
		q.Turns = 1 + rng.IntN([]int{4, 45, dpt.MaxTurns}[rng.IntN(3)])
		q.Turn = 1 + rng.IntN(q.Turns)
		q.Width, q.Height = 1+rng.IntN(most), 1+rng.IntN(most)
		if q.Width*q.Height == 1 {
			q.Width = 2
		}
		q.Tiles = make([]uint8, q.Width*q.Height)
		own, other := rng.IntN(8), rng.IntN(8)
		for j := range q.Tiles {
			switch k := rng.IntN(16); {
			case k < own:
				q.Tiles[j] = ringmodel.Own
			case k < own+other:
				q.Tiles[j] = ringmodel.Other
			}
		}
		for range rng.IntN(5) {
			drawRing(q, rng)
		}
		cells := rng.Perm(len(q.Tiles))
		q.Own = dpt.Point{X: cells[0] % q.Width, Y: cells[0] / q.Width}
		q.Other = dpt.Point{X: cells[1] % q.Width, Y: cells[1] / q.Width}
		if rng.IntN(10) == 0 {
			q.Other = dpt.Point{X: -1, Y: -1}
		}
	}
	return all
}

// drawRing puts a ring of a team's tiles onto the field, at times all but one.
func drawRing(q *ringmodel.Question, rng *rand.Rand) {
	if q.Width < 3 || q.Height < 3 {
		return
	}
	x0, y0 := rng.IntN(q.Width-2), rng.IntN(q.Height-2)
	x1, y1 := x0+2+rng.IntN(q.Width-x0-2), y0+2+rng.IntN(q.Height-y0-2)
	cut, tile, gap := 1+rng.IntN(min(x1-x0, y1-y0)/2), uint8(1+rng.IntN(2)), rng.IntN(30)
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			i, j := min(x-x0, x1-x), min(y-y0, y1-y)
			if i+j < cut || i+j > cut && i > 0 && j > 0 {
				continue
			}
			if gap--; gap != 0 {
				q.Tiles[y*q.Width+x] = tile
			}
		}
	}
}

// mostCycles is what ll_dpt_plan promises for a field of 12 and of 16 columns and rows.
func mostCycles(most int) int {
	if most <= 12 {
		return 700_000
	}
	return 5_000_000
}

func startPlanner(t *testing.T) *rtl.Planner {
	t.Helper()
	s, err := rtl.StartPlanner(t.Context(), &model.Builder{Quick: true}, sources.Source{Name: "hdl", FS: hdl.RTL}, 1)
	require.NoError(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

func agrees(t *testing.T, s *rtl.Planner, most int, questions ...ringmodel.Question) (kinds map[dpt.Type]int, longest int) {
	t.Helper()
	got, err := s.Plan(questions...)
	require.NoError(t, err)
	kinds = map[dpt.Type]int{}
	for i := range questions {
		q := &questions[i]
		require.Equal(t, q.Choose(), got[i].Action, "%+v", q)
		require.Less(t, got[i].Cycles, mostCycles(most))
		longest = max(longest, got[i].Cycles)
		kinds[got[i].Action.Type]++
	}
	return kinds, longest
}

// ll_dpt_plan and its reference model choose the same action in any position.
func TestPlan(t *testing.T) {
	t.Parallel()
	s := startPlanner(t)
	for _, most := range []int{4, 12, 16} {
		for from := 0; from < rtlblocktest.Searches(t)/3; from += 100 {
			kinds, longest := agrees(t, s, most, randomQuestions(100, uint64(from), most)...)
			t.Logf("up to %d columns: %v, %d clock cycles at most", most, kinds, longest)
			require.Positive(t, kinds[dpt.Move])
			require.Positive(t, kinds[dpt.Remove])
		}
	}
}

// The same in every turn of games of the board against greedy: one, or one more for each 1,000 of plans.
func TestPlanInGames(t *testing.T) {
	t.Parallel()
	s := startPlanner(t)
	for seed := range uint64(1 + rtlblocktest.Searches(t)/1000) {
		g := dpt.New(dpt.Rules{Seed: seed})
		seats := [2]referee.Strategy{}
		for team, name := range [2]string{"board", "greedy"} {
			var err error
			seats[(uint64(team)+seed)%2], err = bots.New(fmt.Sprintf("%s?seed=%d", name, seed))
			require.NoError(t, err)
		}
		state := &referee.TurnState{Turns: g.Rules().Turns}
		var questions []ringmodel.Question
		for !g.Over() {
			state.Turn, state.Field = g.Turn()+1, g.Field()
			var actions [2][]dpt.Action
			for team := range seats {
				seen := state.Of(team)
				actions[team] = seats[team].Choose(t.Context(), seen, time.Hour)
				f := seen.Field
				questions = append(questions, ringmodel.Question{
					Turn: state.Turn, Turns: state.Turns, Width: f.Width, Height: f.Height,
					Tiles: append([]uint8(nil), f.Tiles...), Own: f.Agents[0][0], Other: f.Agents[1][0],
				})
			}
			g.Play(actions)
		}
		kinds, longest := agrees(t, s, 12, questions...)
		t.Logf("game %d: %v, %d clock cycles at most", seed, kinds, longest)
	}
}
