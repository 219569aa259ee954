package series

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/audit"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/stalls"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/say"
)

// seatedFake is a player of a series that answers always the same.
type seatedFake struct{ *hosttest.FakePlayer }

func (seatedFake) Close() error                 { return nil }
func (seatedFake) Reusable() bool               { return false }
func (seatedFake) Alive(context.Context) bool   { return true }
func (seatedFake) SimulatedTime() bool          { return false }
func (seatedFake) PollingClient() bool          { return false }
func (seatedFake) Usage() func() stalls.Usage   { return nil }
func (seatedFake) Uncounted() bool              { return false }
func (seatedFake) Nice() int                    { return 0 }
func (seatedFake) Suspend() func(bool)          { return nil }
func (seatedFake) LogAnswers(func(text string)) {}

// outcome is a game of one question, whose answer of the first seat is how it
// ends.
func outcome(ctx context.Context, t *host.Session) (host.Verdict, error) {
	a, err := t.Ask(ctx, 0, "how", time.Second)
	switch {
	case err != nil:
		return host.Verdict{}, err
	case a.Text == "void":
		return host.Verdict{Void: true, Reason: "none", Detail: "nobody could start"}, nil
	case a.Text == "credit":
		return host.Verdict{Void: true, Reason: host.ReasonCredit, Detail: "the verdict hangs on credit"}, nil
	case a.Text == "host":
		return host.Verdict{}, &host.HostError{Why: say.Word("it waited for the host")}
	case a.Text == "foul":
		return host.Verdict{}, &host.Foul{Seat: 0, Kind: host.Illegal, Reason: "unknown", Detail: "no such ending"}
	case a.Text == "draw":
		return host.Verdict{Draw: true, Reason: "even", Ply: 1}, nil
	}
	return host.Verdict{Winner: 0, Reason: "done", Ply: 1}, nil
}

// finished keeps the closing lines of a match.
type finished struct {
	terminal.Quiet
	lines *[]string
}

func (f finished) Finish(lines []string) { *f.lines = lines }

// playedSeries plays games that end in turn as the words say, and returns what was
// said, what was shown at the end, and the record.
func playedSeries(t *testing.T, games int, endings ...string) (said, end []string, record string, err error) {
	t.Helper()
	var lines strings.Builder
	opened := 0
	s := &Series{
		Players: []string{"x", "y"}, Games: games, Lines: &lines,
		NewGame: func(_ int, seats ...host.Seat) (*host.Game, error) {
			for i := range seats {
				seats[i].Name = string(rune('a' + i))
			}
			return &host.Game{Referee: outcome, Name: "outcome", Seats: seats}, nil
		},
		Open: func(_ context.Context, seat, _ string, _ io.Writer) (PlayerConn, error) {
			if seat == "b" {
				return seatedFake{hosttest.Answering("", 0)}, nil
			}
			opened++
			require.LessOrEqual(t, opened, len(endings), "a game too many")
			return seatedFake{hosttest.Answering(endings[opened-1], 0)}, nil
		},
		Show: finished{lines: &end}, Say: func(text string) { said = append(said, text) },
	}
	err = s.Play(t.Context())
	require.NoError(t, s.Close())
	require.Equal(t, len(endings), opened)
	return said, end, lines.String(), err
}

// Who lost by fouls is said beside the score: a program that cannot play is no weak player.
func TestGamesLostByFouls(t *testing.T) {
	_, end, _, err := playedSeries(t, 4, "foul", "win", "foul", "foul")
	require.NoError(t, err)
	require.Equal(t, []string{
		"match: x 1, y 3", "x lost 2 games by fouls: illegal 2", "y lost 1 game by fouls: illegal 1",
	}, end[len(end)-4:len(end)-1])
}

// A void game of a match is played once more, then counts as void, and the match
// goes on. Its record holds all of them, in an order that is accepted.
func TestVoidGames(t *testing.T) {
	for _, c := range []struct {
		name    string
		games   int
		endings []string
		said    []string
		closing string
		err     string
	}{
		{"none", 2, []string{"win", "win"}, nil, "match: x 1, y 1", ""},
		{"one, then not", 2, []string{"void", "win", "win"},
			[]string{"game 1 of 2 is void: nobody could start; it is played again"}, "match: x 1, y 1", ""},
		{"twice", 3, []string{"win", "void", "void", "draw"}, []string{
			"game 2 of 3 is void: nobody could start; it is played again",
			"game 2 of 3 is void again: nobody could start; it counts as void",
		}, "match: x 1, y 0, drawn 1, void 1", ""},
		{"all", 2, []string{"void", "void", "void", "void"}, nil, "", "no game counts: 2 games were void"},
		{"a game alone", 1, []string{"void"}, nil, "", "the match is void: nobody could start"},
		{"by the host", 2, []string{"host", "host", "host", "win", "win"},
			slices.Repeat([]string{"game 1 of 2 is void: it waited for the host; it is played again"}, 3), "match: x 1, y 1", ""},
		{"by the host, a game alone", 1, []string{"host", "host", "win"},
			slices.Repeat([]string{"the game is void: it waited for the host; it is played again"}, 2), "x: 3 moves", ""},
		{"by the host, always", 1, slices.Repeat([]string{"host"}, 6), nil, "", "the match is void: it waited for the host"},
		{"by credit", 2, []string{"credit", "win", "credit", "credit"}, []string{
			"game 1 of 2 is void: the verdict hangs on credit; it is played again",
			"game 2 of 2 is void: the verdict hangs on credit; it is played again",
			"game 2 of 2 is void again: the verdict hangs on credit; it counts as void",
		}, "match: x 1, y 0, void 1", ""},
		{"by credit, a game alone", 1, []string{"credit", "win"},
			[]string{"the game is void: the verdict hangs on credit; it is played again"}, "x: 2 moves", ""},
		{"by credit, always", 1, []string{"credit", "credit"}, nil, "", "the match is void: the verdict hangs on credit"},
		{"by credit, then otherwise", 1, []string{"credit", "void"}, nil, "", "the match is void: nobody could start"},
		{"by the host, and otherwise", 2, []string{"host", "void", "void", "win"}, []string{
			"game 1 of 2 is void: it waited for the host; it is played again",
			"game 1 of 2 is void: nobody could start; it is played again",
			"game 1 of 2 is void again: nobody could start; it counts as void",
		}, "match: x 0, y 1, void 1", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			said, end, recorded, err := playedSeries(t, c.games, c.endings...)
			if c.err != "" {
				require.EqualError(t, err, c.err)
			} else {
				require.NoError(t, err)
				require.Contains(t, strings.Join(end, "\n"), c.closing)
				require.Equal(t, c.said, said[:len(c.said)])
			}
			a := audit.Auditor{Verify: func(g *record.Game) (host.ReplayReport, error) { return host.Verify(g, outcome) }}
			var statuses []string
			for f, err := range a.Record(strings.NewReader(recorded)) {
				require.NoError(t, err)
				statuses = append(statuses, fmt.Sprint(f.Status, f.Detail))
				require.Equal(t, audit.OK, f.Status, f.Detail)
			}
			require.Len(t, statuses, len(c.endings))
		})
	}
}

// A player that was there before may take a while until it is there again; one that never was is missing at once.
func TestPlayersComeBack(t *testing.T) {
	for _, c := range []struct {
		name  string
		gone  []bool // of each time that the second player is looked for
		err   string
		after time.Duration
	}{
		{"at once", []bool{false, false}, "", 0},
		{"soon", []bool{false, true, true, true, false}, "", 600 * time.Millisecond},
		{"never", []bool{false, true}, "nobody listens", 10200 * time.Millisecond},
		{"never was", []bool{true}, "nobody listens", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				looked, began := 0, time.Now()
				s := &Series{
					Players: []string{"x", "y"}, Games: 2,
					NewGame: func(_ int, seats ...host.Seat) (*host.Game, error) {
						seats[0].Name, seats[1].Name = "a", "b"
						return &host.Game{Referee: outcome, Name: "outcome", Seats: seats}, nil
					},
					Open: func(_ context.Context, _, address string, _ io.Writer) (PlayerConn, error) {
						if address == "y" {
							gone := c.gone[min(looked, len(c.gone)-1)]
							if looked++; gone {
								return nil, errors.New("nobody listens")
							}
						}
						return seatedFake{hosttest.Answering("win", 0)}, nil
					},
					Show: terminal.Quiet{}, Say: func(string) {},
				}
				err := s.Play(t.Context())
				require.NoError(t, s.Close())
				if c.err == "" {
					require.NoError(t, err)
				} else {
					require.ErrorContains(t, err, c.err)
				}
				require.Equal(t, c.after, time.Since(began))
			})
		})
	}
}
