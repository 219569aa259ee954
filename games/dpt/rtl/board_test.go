package rtl_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/dpt/referee"
	"github.com/loopline/loopline/games/dpt/ringmodel"
	"github.com/loopline/loopline/games/dpt/rtl"
	"github.com/loopline/loopline/games/rtlblock/rtlblocktest"
	"github.com/loopline/loopline/hdl"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/sources"
)

// boardClock is slow: 8 clock cycles a bit.
const boardClock = 921_600

func startBoard(t *testing.T, seed uint32) *rtlblocktest.Board {
	t.Helper()
	return rtlblocktest.StartBoard(t, rtl.ReferenceBoard(
		sim.BoardConfig{Clock: boardClock, Baud: sim.DefaultBaud, Seed: seed}, sources.Source{Name: "hdl", FS: hdl.RTL}))
}

// stateOf is a question as the referee knows it.
func stateOf(q *ringmodel.Question, rng *rand.Rand) *referee.TurnState {
	f := &dpt.Field{Width: q.Width, Height: q.Height, Values: make([]int, len(q.Tiles)), Tiles: q.Tiles}
	for i := range f.Values {
		f.Values[i] = rng.IntN(5) - 2
	}
	f.Agents[0] = []dpt.Point{q.Own}
	if q.Other.X >= 0 {
		f.Agents[1] = []dpt.Point{q.Other}
	}
	return &referee.TurnState{
		Turn: q.Turn, Turns: q.Turns, Limit: 5 * time.Second, Field: f,
		Last:    [2][]dpt.Action{{{Type: dpt.Move, DX: -1, DY: 1}}, {{Type: dpt.Remove, DX: 1, DY: -1}}},
		Applied: [2][]dpt.ActionStatus{{dpt.Blocked}, {dpt.Illegal}},
	}
}

// The board answers by its pins what its reference model answers, from any power-up state,
// whatever lines came before.
func TestBoard(t *testing.T) {
	t.Parallel()
	for seed := range uint32(2) {
		w := startBoard(t, seed+1)
		rng := rand.New(rand.NewPCG(uint64(seed), 38))
		for _, q := range randomQuestions(12, uint64(seed), 9) {
			whole := stateOf(&q, rng).Text(referee.AskAction)
			lines := strings.Split(whole, "\n")
			replaced := func(i int, line string) string {
				spoiled := append([]string(nil), lines...)
				spoiled[i] = line
				return strings.Join(spoiled, "\n")
			}
			if rng.IntN(2) == 0 {
				spoiled := []string{
					"?", "hello", stateOf(&q, rng).Text(referee.EndWon), whole[:len(whole)-2], whole + "?", whole[:rng.IntN(len(whole)-2)] + "\x07\n?",
					replaced(0, fmt.Sprintf("turn %d %d %d %d 1", q.Turn, q.Turns, q.Width, q.Height)),
					replaced(0, fmt.Sprintf("turn %d %d %d %d 1 1", q.Turns+1, q.Turns, q.Width, q.Height)),
					replaced(0, fmt.Sprintf("turn %d %d %d %d 1 1", q.Turn, q.Turns, q.Width, q.Height+1)),
					replaced(0, fmt.Sprintf("turn %d 1001 %d %d 1 1", q.Turn, q.Width, q.Height)),
					replaced(0, "time 5000 500"), replaced(3, "own 1 x"), replaced(len(lines)-2, lines[len(lines)-2]+"0"),
					replaced(len(lines)-2, "3"+lines[len(lines)-2][1:]), replaced(len(lines)-1, "??"),
				}[rng.IntN(15)]
				answer, _ := w.Send(spoiled, 30*time.Millisecond)
				require.Empty(t, answer, "%q", spoiled)
			}
			answer, _ := w.Send(whole, 3*time.Second)
			require.Equal(t, referee.Answer(q.Turn, []dpt.Action{q.Choose()}), answer, "%q", whole)
		}
		for _, large := range [][2]int{{17, 4}, {4, 17}, {64, 64}} {
			q := ringmodel.Question{Turn: 1000, Turns: 1000, Width: large[0], Height: large[1], Tiles: make([]uint8, large[0]*large[1])}
			answer, _ := w.Send(stateOf(&q, rng).Text(referee.AskAction), time.Second)
			require.Equal(t, "1000", answer)
		}
		q := ringmodel.Question{Turn: 9, Turns: 9, Width: 4, Height: 4, Tiles: make([]uint8, 16)}
		s := stateOf(&q, rng)
		s.Field.Agents[0] = nil
		answer, _ := w.Send(s.Text(referee.AskAction), time.Second)
		require.Equal(t, "9", answer)
	}
}
