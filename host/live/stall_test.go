package live

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

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
		g, err := NewGameFeed("1", &countView{})
		require.NoError(t, err)
		watch := func(e record.Event) { g.take(&e, time.Now()) }
		watch(record.Event{Type: record.EventGame, Seats: []record.EventSeat{{Name: "white", Address: "Ann"}, {Name: "red", Address: "Ben"}}})
		watch(record.Event{Type: record.EventAsk, Seat: 1, Limit: second})
		watch(record.Event{Type: record.EventStall, Seat: 1, From: second, To: second + c.stalled})
		watch(record.Event{Type: record.EventFault, Seat: 1, Kind: record.FaultTimeout, Credit: c.credit})
		watch(record.Event{Type: record.EventVerdict, Foul: &record.EventFoul{Seat: 1, Kind: string(c.kind)}})
		g.changed = false
		who, excess := g.lostToStall()
		require.Equal(t, c.want, excess, c.name)
		require.Equal(t, c.want > 0, who == "Ben", c.name)
	}
}
