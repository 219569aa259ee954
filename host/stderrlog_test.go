package host_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host"
)

// mute is a player that is asked nothing.
type mute struct{ host.Player }

// TestStderrLog: what a player says before a match, and in it, is in that match's
// record; what it says behind its verdict is in none, and the next has its own.
func TestStderrLog(t *testing.T) {
	var told []string
	b := &host.StderrLog{OnLine: func(m *host.Game, _ int, line string) { told = append(told, line) }}
	say := func(line string) {
		n, err := fmt.Fprintln(b, line)
		require.NoError(t, err)
		require.Equal(t, len(line)+1, n)
	}
	say("early")
	var records []string
	for _, word := range []string{"one", "two"} {
		var record bytes.Buffer
		m := &host.Game{
			Name: "nothing", Record: &record, Seats: []host.Seat{{Name: "it", Address: "test", Player: mute{}}},
			Referee: func(context.Context, *host.Session) (host.Verdict, error) {
				say(word)
				return host.Verdict{Winner: host.NoWinner, Draw: true, Reason: "test"}, nil
			},
		}
		b.Attach(m, 0)
		_, err := m.Run(t.Context())
		require.NoError(t, err)
		records = append(records, record.String())
		say("behind " + word)
	}
	require.Equal(t, []string{"early", "one", "behind one", "two", "behind two"}, told)
	require.Equal(t, 1, strings.Count(records[0], `"early"`))
	require.Equal(t, 1, strings.Count(records[0], `"one"`))
	require.Equal(t, 1, strings.Count(records[1], `"two"`))
	require.NotContains(t, records[0]+records[1], "behind")
	require.NotContains(t, records[1], `"early"`)
}
