package rtl_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/battle2048/rtl"
	"github.com/loopline/loopline/games/battle2048/searchmodel"
	"github.com/loopline/loopline/games/rtlblock/rtlblocktest"
	"github.com/loopline/loopline/hdl"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/sources"
)

// boardClock is slow, so that a search is short: its ticks are of 7 clock cycles.
const boardClock = 921_600

func startBoard(t *testing.T, seed uint32) *rtlblocktest.Board {
	t.Helper()
	return rtlblocktest.StartBoard(t, rtl.ReferenceBoard(
		sim.BoardConfig{Clock: boardClock, Baud: sim.DefaultBaud, Seed: seed}, sources.Source{Name: "hdl", FS: hdl.RTL}))
}

// text is a question as the referee writes it.
func text(q *rtl.Question, left int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "17 %d 1048576 0", left)
	for i := range 10 {
		board := &q.Own
		if i >= 5 {
			board = &q.Other
		}
		b.WriteString("\n" + board.Row(i%5))
	}
	return b.String()
}

// The board answers by its pins what its reference model answers, in time, from any
// power-up state, whatever lines came before.
func TestBoard(t *testing.T) {
	t.Parallel()
	questions := 8
	if tier.RunsRest() {
		questions = 40
	}
	for seed := range uint32(2) {
		w := startBoard(t, seed+1)
		rng := rand.New(rand.NewPCG(uint64(seed), 38))
		for i, q := range randomQuestions(questions, uint64(seed)) {
			if i%8 == 0 {
				answer, _ := w.Send([]string{"0", "1"}[rng.IntN(2)], time.Second)
				require.Equal(t, searchmodel.StartCell.String(), answer)
			}
			whole := text(&q, 0)
			if rng.IntN(2) == 0 {
				spoiled := []string{
					"2", "hello", "1 2 3 4 5 6", "0 0 0 0 0", "31 1 1 1 1", whole[:rng.IntN(len(whole)-12)] + "x",
					strings.Replace(whole, "\n", "\n7 ", 1), strings.Replace(whole, "\n", "\n\n0 0 0 0 x\n", 1), "1 2 3\n" + whole[20:],
				}[rng.IntN(9)]
				answer, _ := w.Send(spoiled, 30*time.Millisecond)
				require.Empty(t, answer, "%q", spoiled)
			}
			left := []int{q.Ticks, 100_000, 8191, 8192, 819}[rng.IntN(5)]
			answer, took := w.Send(text(&q, left), time.Second)
			limits := searchmodel.Limits{Ticks: min(left, searchmodel.MaxTicks), TickCycles: searchmodel.TickCycles(boardClock)}
			want, ok := searchmodel.Choose(&q.Own, &q.Other, limits)
			if !ok {
				require.Empty(t, answer)
				continue
			}
			require.Equal(t, want.Answer.String(), answer, "%q", text(&q, left))
			cycles := want.Cycles + 10*51*16 + (len(answer)+2)*10*8
			require.Less(t, took, time.Duration(cycles)*time.Second/boardClock)
		}
	}
}
