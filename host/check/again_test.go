package check

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/say"
)

// conn is a player that is there for so many games.
type conn struct {
	host.Player
	games    int
	reusable bool
}

func (c *conn) Close() error               { return nil }
func (c *conn) Reusable() bool             { return c.reusable }
func (c *conn) PollingClient() bool        { return false }
func (c *conn) Alive(context.Context) bool { c.games--; return c.games > 0 }

type blank struct{ terminal.View }

func (blank) Observe(record.Event) (terminal.Move, bool) { return terminal.Move{}, false }
func (blank) Moves() int                                 { return 0 }
func (blank) Draw(dst []byte, _ int, _ terminal.Style, _ terminal.Size) []byte {
	return dst
}

// TestConnections: the step says on how many connections its games were played.
func TestConnections(t *testing.T) {
	for _, c := range []struct {
		games    int // for which a connection lasts
		reusable bool
		want     string
	}{
		{100, true, "4 games on one connection"},
		{2, true, "4 games, for which the player was opened 2 times"},
		{1, true, "4 games, the player reopened for each"},
		{100, false, "4 games, the player reopened for each"},
	} {
		checker := NewChecker(Config{
			Session: Session{Games: 4}, Seats: []string{"a", "b"},
			Open: func(context.Context, string) (PlayerConn, error) {
				return &conn{games: c.games, reusable: c.reusable}, nil
			},
			Opponent: func(context.Context, string, string) (PlayerConn, error) { return &conn{games: 1}, nil },
			Match: func(_ Scenario, seats ...host.Seat) (*host.Game, error) {
				seats[0].Name, seats[1].Name = "a", "b"
				return &host.Game{Seats: seats, Referee: func(context.Context, *host.Session) (host.Verdict, error) {
					return host.Verdict{Draw: true, Winner: host.NoWinner, Reason: "drawn"}, nil
				}}, nil
			},
			View: func() terminal.View { return blank{} },
		})
		step, err := checker.again(t.Context())
		require.NoError(t, err)
		require.Equal(t, c.want, step.Detail.String())
	}
}

// TestStalledMachine: answers that are late by less than the machine stalled are not the
// player's fault, and others are.
func TestStalledMachine(t *testing.T) {
	for stalled, want := range map[time.Duration]string{0: Failed, 300 * time.Millisecond: Failed, 700 * time.Millisecond: Note} {
		s := Session{Report: NewReport(nopWriter{}, false), Stalled: func(_, _ time.Time) time.Duration { return stalled }}
		var got Step
		s.Report.OnStep = func(step Step) { got = step }
		require.NoError(t, s.Run(t.Context(), []Task{{Name: say.Word("plays"), Run: func(context.Context) (Step, error) {
			s.Observe(&record.Event{Type: record.EventAsk, Limit: record.MicrosOf(time.Second)})
			s.Observe(&record.Event{Type: record.EventAnswer, Used: record.MicrosOf(1500 * time.Millisecond)})
			return Step{Status: Failed, Detail: say.Word("too late")}, nil
		}}}))
		require.Equal(t, want, got.Status)
		if want == Note {
			require.Equal(t, "too late; this machine is overloaded and stalled for 700.0 ms meanwhile: run the step again when it is idle", got.Detail.String())
		}
	}
}

type nopWriter struct{}

func (nopWriter) Write(p []byte) (int, error) { return len(p), nil }
