package host

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
)

type fake = hosttest.FakePlayer

// rounds is a neutral game: every seat is asked "go" so often, in turn; the
// first seat wins unless somebody fouls.
func rounds(n int, limit time.Duration) Referee {
	return func(ctx context.Context, t *Session) (Verdict, error) {
		ply := 0
		for range n {
			for seat := range t.Seats() {
				a, err := t.Ask(ctx, seat, "go", limit)
				if err != nil {
					return Verdict{Ply: ply}, err
				}
				if a.Text == "cheat" {
					return Verdict{Ply: ply}, &Foul{
						Seat: seat, Kind: Illegal, Reason: "cheat", Question: "go",
						Bytes: []byte(a.Text), Used: a.Used, Limit: limit,
					}
				}
				ply++
				if err := t.Note("said", a.Text); err != nil {
					return Verdict{Ply: ply}, err
				}
			}
		}
		return Verdict{Winner: 0, Reason: "done", Ply: ply}, nil
	}
}

// between is a match with the players as seats a, b, …
func between(game Referee, players ...Player) *Game {
	m := &Game{Referee: game, Name: "test", ID: "1", Version: "test"}
	for i, p := range players {
		m.Seats = append(m.Seats, Seat{Name: string(rune('a' + i)), Address: "fake:", Player: p})
	}
	return m
}

// played runs a match, and requires that its record derives the same verdict.
func played(t *testing.T, m *Game) (Verdict, string) {
	t.Helper()
	v, text, err := recorded(t.Context(), m)
	require.NoError(t, err)
	verified(t, text, m.Referee)
	return v, text
}

func recorded(ctx context.Context, m *Game) (Verdict, string, error) {
	var record bytes.Buffer
	m.Record = &record
	v, err := m.Run(ctx)
	return v, record.String(), err
}

func verified(t *testing.T, text string, game Referee) ReplayReport {
	t.Helper()
	games, err := record.Read(strings.NewReader(text))
	require.NoError(t, err)
	require.Len(t, games, 1)
	r, err := Verify(&games[0], game)
	require.NoError(t, err, text)
	return r
}

// reseal gives the lines of a record new sums, as a forger would.
func reseal(text string) string {
	sealed, _ := io.ReadAll(record.RepairChecksums(strings.NewReader(text), nil))
	return string(sealed)
}

// changed replaces text in a record; it must be there.
func changed(t *testing.T, text, from, to string) string {
	t.Helper()
	require.Contains(t, text, from)
	return strings.Replace(text, from, to, 1)
}

var errGone = errors.New("process exited with status 3")
