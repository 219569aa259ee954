package host_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host"
)

func TestWhatOpens(t *testing.T) {
	e := &host.Event{
		Game: "go", Seats: []host.EventSeat{{Name: "black"}, {Name: "white"}},
		Limits: map[string]host.Micros{"move": 2_000_000, "first": 3_000_000},
	}
	seats := []string{"black", "white", "grey"}
	require.NoError(t, e.OpensGame("go", seats, 2))
	require.EqualError(t, e.OpensGame("chess", seats, 2), `record is of game "go", not of "chess"`)
	require.EqualError(t, e.OpensGame("go", seats, 3), `record has 2 seats, go has 3`)
	require.EqualError(t, e.OpensGame("go", append(seats, "x"), 3), `record has 2 seats, go has 3 to 4`)
	require.EqualError(t, e.OpensGame("go", seats[:1], 1), `record has 2 seats, go has 1`)
	require.EqualError(t, e.OpensGame("go", []string{"black", "red"}, 2), `record's seat 1 is "white", in go it is "red"`)

	want := map[string]time.Duration{"move": 2 * time.Second, "first": 3 * time.Second}
	require.Equal(t, want, e.Durations())
	require.NoError(t, e.HasLimits(want))
	want["move"]++
	require.EqualError(t, e.HasLimits(want), `record's limit "move" of 2000000 µs is none that go has`)
	delete(e.Limits, "move")
	require.EqualError(t, e.HasLimits(want), "record has 1 limits, go has 2: first, move")
}

// talk is a line that says some lines and then fails.
type talk struct {
	says []string
	err  error
	said []string
}

func (k *talk) Send(_ context.Context, text string) (sent, drained time.Time, err error) {
	k.said = append(k.said, text)
	return
}

func (k *talk) Receive(context.Context) (text string, first, last time.Time, err error) {
	if len(k.says) == 0 {
		err = k.err
		return
	}
	text, k.says = k.says[0], k.says[1:]
	return
}

func TestRespond(t *testing.T) {
	odd := errors.New("odd")
	for name, c := range map[string]struct {
		line talk
		want error
		said []string
	}{
		"closed":         {talk{says: []string{"a ", "quiet", "b"}, err: io.EOF}, nil, []string{"A", "B"}},
		"broken":         {talk{says: []string{"a"}, err: odd}, odd, []string{"A"}},
		"no answer here": {talk{says: []string{"a", "stop", "b"}, err: io.EOF}, odd, []string{"A"}},
	} {
		err := host.Respond(t.Context(), &c.line, strings.TrimSpace, func(_ context.Context, text string) (string, error) {
			switch text {
			case "quiet":
				return "", nil
			case "stop":
				return "", odd
			}
			return strings.ToUpper(text), nil
		})
		require.Equal(t, c.want, err, name)
		require.Equal(t, c.said, c.line.said, name)
	}
}
