package live

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/live/livetest"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
)

// TestLostToStall: a game that was lost while the host stalled for longer than it credited is
// known as one, and one that was lost by the player's own time is not.
func TestLostToStall(t *testing.T) {
	const second = record.Micros(1_000_000)
	for _, c := range []struct {
		name            string
		stalled, credit record.Micros
		kind            host.Kind
		want            time.Duration
	}{
		{"no stall", 0, 0, host.Late, 0},
		{"credited in full", second, second, host.Late, 0},
		{"longer than the credit", 3 * second, second, host.Late, 2 * time.Second},
		{"illegal", 3 * second, second, host.Illegal, 0},
	} {
		g, err := NewGameFeed("1", &livetest.CountView{})
		require.NoError(t, err)
		watch := func(e record.Event) { g.take(&e, time.Now()) }
		watch(record.Event{Type: record.EventGame, Seats: []record.EventSeat{{Name: "white", Address: "Ann"}, {Name: "red", Address: "Ben"}}})
		watch(record.Event{Type: record.EventAsk, Seat: 1, Limit: second})
		watch(record.Event{Type: record.EventStall, Seat: 1, From: second, To: second + c.stalled})
		watch(record.Event{Type: record.EventFault, Seat: 1, Kind: record.FaultTimeout, Credit: c.credit})
		watch(record.Event{Type: record.EventVerdict, Foul: &record.EventFoul{Seat: 1, Kind: string(c.kind)}})
		g.changed = false
		who, excess := g.LostToStall()
		require.Equal(t, c.want, excess, c.name)
		require.Equal(t, c.want > 0, who == "Ben", c.name)
	}
}

// TestLimitOfAMove: a clock shows the limit of a move from the start on, also while a player has longer for its
// handshake, for which the clock stands.
func TestLimitOfAMove(t *testing.T) {
	const second = record.Micros(1_000_000)
	for _, c := range []struct {
		limits      map[string]record.Micros
		first, move float64 // milliseconds, shown in the handshake and after it
		asked       record.Micros
	}{
		{map[string]record.Micros{"handshake": 10 * second, "first": 3 * second, "move": second}, 1000, 3000, 3 * second},
		{map[string]record.Micros{"handshake": 10 * second, "operation": second, "transition": second}, 1000, 1000, second},
		{map[string]record.Micros{"handshake": 10 * second, "operation": 2 * second}, 2000, 2000, second}, // of a client that polls
		{map[string]record.Micros{"handshake": second, "move": second}, 1000, 1000, second},
	} {
		g, err := NewGameFeed("1", &livetest.CountView{})
		require.NoError(t, err)
		began := time.Now()
		at := func(e record.Event, after time.Duration) SeatState {
			g.take(&e, began.Add(after))
			return g.seatStates(began.Add(after + time.Second))[0]
		}
		at(record.Event{Type: record.EventGame, Limits: c.limits, Seats: []record.EventSeat{{Name: "white"}, {Name: "red"}}}, 0)
		greets := at(record.Event{Type: record.EventHear, Seat: 0, Limit: c.limits["handshake"]}, 0)
		require.Equal(t, c.first, greets.Limit)
		if c.limits["handshake"] != c.limits["move"] {
			require.Equal(t, -1.0, greets.Running)
		}
		at(record.Event{Type: record.EventAnswer, Seat: 0, Used: second}, time.Second)
		moves := at(record.Event{Type: record.EventAsk, Seat: 0, Limit: c.asked}, time.Second)
		require.Equal(t, c.move, moves.Limit)
		require.Equal(t, 1000.0, moves.Running)
	}
}
