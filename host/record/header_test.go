package record

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestWhatOpens(t *testing.T) {
	e := &Event{
		Game: "go", Seats: []EventSeat{{Name: "black"}, {Name: "white"}},
		Limits: map[string]Micros{"move": 2_000_000, "first": 3_000_000},
	}
	seats := []string{"black", "white", "grey"}
	require.NoError(t, e.ValidateGame("go", seats, 2))
	require.EqualError(t, e.ValidateGame("chess", seats, 2), `record is of game "go", not of "chess"`)
	require.EqualError(t, e.ValidateGame("go", seats, 3), `record has 2 seats, go has 3`)
	require.EqualError(t, e.ValidateGame("go", append(seats, "x"), 3), `record has 2 seats, go has 3 to 4`)
	require.EqualError(t, e.ValidateGame("go", seats[:1], 1), `record has 2 seats, go has 1`)
	require.EqualError(t, e.ValidateGame("go", []string{"black", "red"}, 2), `record's seat 1 is "white", in go it is "red"`)

	want := map[string]time.Duration{"move": 2 * time.Second, "first": 3 * time.Second}
	require.Equal(t, want, e.GameLimits())
	require.NoError(t, e.ValidateLimits(want))
	want["move"]++
	require.EqualError(t, e.ValidateLimits(want), `record's limit "move" of 2000000 µs: go has no such limit`)
	delete(e.Limits, "move")
	require.EqualError(t, e.ValidateLimits(want), "record has 1 limits, go has 2: first, move")
}
