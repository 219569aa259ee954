package rtl_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/games/kakomimasu/referee"
	"github.com/loopline/loopline/games/kakomimasu/rtl"
	"github.com/loopline/loopline/games/kakomimasu/stepmodel"
	"github.com/loopline/loopline/games/rtlblock/rtlblocktest"
	"github.com/loopline/loopline/hdl"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/sources"
)

// boardClock is slow: 8 clock cycles a bit.
const boardClock = 921_600

// boardName is what the board answers to an opening.
const boardName = "loopline"

// openingOf is a position's opening as a player gets it.
func openingOf(p *kakomimasu.Position, me int) *referee.Opening {
	return &referee.Opening{Board: p.Field(), Me: me, Operation: time.Second, Transition: 9 * time.Second}
}

// stateOf is a turn as the referee knows it, behind another in which each agent did something.
func stateOf(p *kakomimasu.Position, me, turn int, rng *rand.Rand) *referee.TurnState {
	s := &referee.TurnState{Opening: openingOf(p, me), Turn: turn, Winner: -1, Position: p, Did: make([][]referee.ActionResult, p.Field().Players)}
	for player := range s.Did {
		for agent := range rng.IntN(p.Field().Agents + 1) {
			s.Did[player] = append(s.Did[player], referee.ActionResult{
				Action: kakomimasu.Action{Agent: agent, Type: kakomimasu.Type(1 + rng.IntN(4)), To: kakomimasu.Cell{X: rng.IntN(40), Y: -1}},
				Result: kakomimasu.Result(rng.IntN(6)),
			})
		}
	}
	return s
}

// The board answers by its pins what its reference model answers, from any power-up state,
// whatever lines came before.
func TestBoard(t *testing.T) {
	t.Parallel()
	for seed := range uint32(2) {
		w := rtlblocktest.StartBoard(t, rtl.ReferenceBoard(
			sim.BoardConfig{Clock: boardClock, Baud: sim.DefaultBaud, Seed: seed + 1}, sources.Source{Name: "hdl", FS: hdl.RTL}))
		rng := rand.New(rand.NewPCG(uint64(seed), 38))
		silent := func(text string) {
			answer, _ := w.Send(text, 30*time.Millisecond)
			require.Empty(t, answer, "%q", text)
		}
		spoil := func(text string, at int, old, with string) {
			lines := strings.Split(text, "\n")
			require.Contains(t, lines[at], old)
			lines[at] = strings.Replace(lines[at], old, with, 1)
			silent(strings.Join(lines, "\n"))
		}
		first := randomPosition(rng, 9)
		silent(stateOf(first, 0, 1, rng).Text()) // before any opening
		for _, most := range []int{1, 3, 9, 9, 9, 12, 40} {
			p := randomPosition(rng, most)
			f, me := p.Field(), rng.IntN(p.Field().Players)
			opening := openingOf(p, me).Text()
			// An opening with a line of another form has no answer, and makes the one before it forgotten.
			if most < stepmodel.MaxSide {
				spoil(opening, 0, fmt.Sprintf(" %d %d %d ", f.Width, f.Height, f.Players), fmt.Sprintf(" 41 %d %d ", f.Height, f.Players))
				spoil(opening, 0, fmt.Sprintf(" %d %d %d ", f.Width, f.Height, f.Players), fmt.Sprintf(" %d 0 %d ", f.Width, f.Players))
				spoil(opening, 0, fmt.Sprintf(" %d 30 %d ", f.Agents, me), fmt.Sprintf(" 19 30 %d ", me))
				spoil(opening, 0, fmt.Sprintf(" %d 30 %d ", f.Agents, me), fmt.Sprintf(" %d 30 %d ", f.Agents, f.Players))
				spoil(opening, 0, fmt.Sprintf(" %d %d %d ", f.Width, f.Height, f.Players), fmt.Sprintf(" %d %d 5 ", f.Width, f.Height))
				spoil(opening, 0, " 1000 9000", " 1000")
				spoil(opening, f.Height, "", "1 ")
				spoil(opening, f.Height, "", "--")
				spoil(opening, f.Height, "", "x")
				spoil(opening, f.Height+1, "name", "names")
				silent(stateOf(p, me, 1, rng).Text())
			}
			// One that breaks off, and begins anew.
			silent(strings.Join(strings.Split(opening, "\n")[:1+rng.IntN(f.Height+1)], "\n"))
			answer, _ := w.Send(opening, time.Second)
			require.Equal(t, boardName, answer, "%q", opening)
			for _, turn := range []int{1, 2, 3, 40, 1 + rng.IntN(kakomimasu.MaxTurns)} {
				s := stateOf(p, me, turn, rng)
				text := s.Text()
				rows := 1 + 2*f.Players
				switch rng.IntN(9) {
				case 0:
					spoil(text, 0, "turn ", "turn x")
				case 1:
					spoil(text, 0, "turn ", "turn 11111")
				case 2:
					spoil(text, 1, "player 0", "player 0 0")
				case 3:
					spoil(text, 1, "player 0", "player ")
				case 4:
					spoil(text, rows, "", ".")
				case 5:
					spoil(text, rows+rng.IntN(f.Height), "", "E")
				case 6:
					spoil(text, rows+f.Height, "act", "art")
				case 7:
					spoil(text, 2, "", "\x07")
				case 8:
					end := *s
					end.Turn = 0
					silent(end.Text())
				}
				answer, _ := w.Send(text, 3*time.Second)
				require.Equal(t, referee.Answer(turn, stepmodel.Of(p, me, turn).Choose()), answer, "%q", text)
			}
		}
	}
}
