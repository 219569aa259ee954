package director

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/command"
	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/report"
	"github.com/loopline/loopline/contest/series"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/contest/tournamenttest"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
)

// vanishing is a player whose agent is killed whenever it is asked.
type vanishing struct {
	hosttest.Seated
	unasked bool // it is found lost also when nothing is wanted of it
}

func (v vanishing) Agent() host.Agent { return v }

func (vanishing) Policy() host.AgentPolicy { return host.AgentPolicy{Name: "lab", Trusted: true} }

func (vanishing) SendBy(context.Context, context.Context, string, string) (host.Timestamps, error) {
	return host.Timestamps{}, &host.NetworkError{Why: "killed"}
}

func (vanishing) ReceiveBy(context.Context, context.Context) (string, host.Timestamps, error) {
	return "", host.Timestamps{}, &host.NetworkError{Why: "killed"}
}

func (v vanishing) Lost() error {
	if v.unasked {
		return &host.NetworkError{Why: "silent"}
	}
	return nil
}

// vanish has the players of some entrants vanish.
func (h *hall) vanish(unasked bool, entrants ...string) {
	h.Open = func(ctx context.Context, entrant string, seat int, address string, out io.Writer) (series.PlayerConn, error) {
		for _, e := range entrants {
			if e == entrant {
				return vanishing{hosttest.Seated{FakePlayer: hosttest.Answering("0", 0)}, unasked}, nil
			}
		}
		return h.opened(ctx, entrant, seat, address, out)
	}
}

// TestVanishingAgentLoses: who kills its own agent whenever it is asked loses from the
// second game of the match on, in every kind of stage; a network that both have lost is
// nobody's fault.
func TestVanishingAgentLoses(t *testing.T) {
	knockout := "[[stage]]\nname = \"all\"\nkind = \"knockout\"\n"
	for _, c := range []struct {
		name, head, stage string
		unasked           bool
		entrants          []string
		winners           []int // of the games of the match, by entrant; -1 is nobody
		attempts          []int
		drawn             bool // lots decide
	}{
		{"round robin", "", tournamenttest.OneStage, false, []string{"E2"}, []int{0, 0}, []int{2, 1}, false},
		{"the other seat", "", tournamenttest.OneStage, false, []string{"E1"}, []int{1, 1}, []int{2, 1}, false},
		{"knockout", "", knockout, false, []string{"E2"}, []int{0, 0}, []int{2, 1}, false},
		{"at the first", "network-voids = 1\n", tournamenttest.OneStage, false, []string{"E2"}, []int{0, 0}, []int{1, 1}, false},
		{"at the third", "network-voids = 3\n", tournamenttest.OneStage, false, []string{"E2"}, []int{-1, 0}, []int{2, 1}, false},
		{"a void game is a draw", "void = \"draw\"\n", tournamenttest.OneStage, false, []string{"E2"}, []int{-1, 0}, []int{1, 1}, false},
		{"never", "network-voids = 0\n", tournamenttest.OneStage, false, []string{"E2"}, []int{-1, -1}, []int{2, 2}, false},
		{"never, and a knockout", "network-voids = 0\n", knockout, false, []string{"E2"}, []int{-1, -1, -1, -1}, []int{2, 2, 2, 2}, true},
		{"both at once", "", tournamenttest.OneStage, true, []string{"E1", "E2"}, []int{-1, -1}, []int{2, 2}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			plan, err := config.Parse("t", c.head+tournamenttest.PlanText(2, c.stage))
			require.NoError(t, err)
			h := newHall(t, filepath.Join(t.TempDir(), "day"), plan)
			h.vanish(c.unasked, c.entrants...)
			require.NoError(t, h.Run(t.Context()))
			d := h.day()
			m := d.Match("all/1/1")
			var winners, attempts []int
			for _, g := range m.Games {
				winner := -1
				if g.Winner != tournament.None {
					winner = g.Winner
				}
				winners, attempts = append(winners, winner), append(attempts, g.Attempt)
			}
			require.Equal(t, c.winners, winners)
			require.Equal(t, c.attempts, attempts)
			require.Equal(t, c.drawn, m.Drawn != tournament.None)
			require.Empty(t, journal.Verify(d.Dir, verifyHigher).Differences)
		})
	}
}

// TestVanishingAgentOverRestarts: a host that is stopped in the middle counts on.
func TestVanishingAgentOverRestarts(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "day")
	text := tournamenttest.PlanText(2, tournamenttest.OneStage)
	stopped := errors.New("stopped")
	for range 8 {
		plan, err := config.Parse("t", text)
		require.NoError(t, err)
		h := newHall(t, dir, plan)
		h.vanish(false, "E2")
		ctx, cancel := context.WithCancelCause(t.Context())
		h.Say = func(text string) {
			if strings.Contains(text, "void") || strings.Contains(text, "wins") {
				cancel(stopped)
			}
		}
		_ = h.Run(ctx)
		cancel(nil)
		require.NoError(t, h.Log.Close())
	}
	d, err := tournament.Read(dir)
	require.NoError(t, err)
	require.True(t, standing.Over(d))
	m := d.Match("all/1/1")
	require.Equal(t, []int{0, 3}, m.Lost)
	require.Equal(t, 0, m.Winner())
	require.Empty(t, journal.Verify(dir, verifyHigher).Differences)
}

// TestVoidByHandCountsForNobody: what the director decides is no agent's fault, and a
// game that is played again on order counts on.
func TestVoidByHandCountsForNobody(t *testing.T) {
	plan, err := config.Parse("t", tournamenttest.PlanText(2, tournamenttest.OneStage))
	require.NoError(t, err)
	h := newHall(t, filepath.Join(t.TempDir(), "day"), plan)
	require.NoError(t, h.Run(t.Context()))
	_, err = command.ApplyTo(h.Log, command.Command{Verb: "void", Args: []string{"all/1/1/1"}, By: "Jun", Why: "w"})
	require.NoError(t, err)
	require.Equal(t, []int{0, 0}, h.day().Match("all/1/1").Lost)
	_, err = command.ApplyTo(h.Log, command.Command{Verb: "replay", Args: []string{"all/1/1/1"}, By: "Jun", Why: "w"})
	require.NoError(t, err)
	h.vanish(false, "E2")
	require.NoError(t, h.Run(t.Context()))
	m := h.day().Match("all/1/1")
	require.Equal(t, []int{0, 2}, m.Lost)
	require.Equal(t, 0, m.Games[0].Winner)
	require.Empty(t, journal.Verify(h.day().Dir, verifyHigher).Differences)
}

// TestForgedLoss: a decision that blames another agent, or none, is found.
func TestForgedLoss(t *testing.T) {
	plan, err := config.Parse("t", tournamenttest.PlanText(2, tournamenttest.OneStage))
	require.NoError(t, err)
	h := newHall(t, filepath.Join(t.TempDir(), "day"), plan)
	h.vanish(false, "E2")
	require.NoError(t, h.Run(t.Context()))
	dir := h.day().Dir
	for from, to := range map[string]string{
		`"reason":"network","ply":1,`: `"reason":"higher","ply":1,`,
		`,"absent":["E2"]`:            ``,
		`"absent":["E2"]`:             `"absent":["E1"]`,
		`"network_voids":2,`:          ``,
	} {
		forged := filepath.Join(t.TempDir(), "day")
		require.NoError(t, os.CopyFS(forged, os.DirFS(dir)))
		tournamenttest.Forge(t, forged, from, to)
		require.NotEmpty(t, journal.Verify(forged, verifyHigher).Differences, from)
	}
	_, err = config.Parse("t", "network-voids = 10\n"+tournamenttest.PlanText(2, tournamenttest.OneStage))
	require.ErrorContains(t, err, "t:1:1: network-voids = 10 is outside 0 to 9; 0 is never")
}

// leaving is a player whose agent says that lines came earlier than they did, and so leaves
// what is between to the network.
type leaving struct {
	hosttest.Seated
	now, zero *time.Time
}

func newLeaving() leaving {
	now := time.Now()
	zero := now.Add(-time.Hour)
	return leaving{hosttest.Seated{FakePlayer: hosttest.Answering("0", 0)}, &now, &zero}
}

func (l leaving) Agent() host.Agent { return l }

func (leaving) Policy() host.AgentPolicy { return host.AgentPolicy{Name: "lab", Trusted: true} }

// trip is a round trip, and left is what the agent leaves to the network beyond it.
const trip, left = 2 * time.Millisecond, 80 * time.Millisecond

func (l leaving) passed(line bool) host.Timestamps {
	p := host.Timestamps{Epoch: l.zero.Add(trip / 2), OffsetError: trip / 2, RTT: trip}
	if !line {
		p.Out = *l.now
	}
	*l.now = l.now.Add(trip / 2)
	at := l.now.Sub(*l.zero)
	if line {
		*l.now = l.now.Add(left)
	}
	*l.now = l.now.Add(trip / 2)
	p.Start, p.End, p.In = at, at, *l.now
	return p
}

func (l leaving) SendBy(context.Context, context.Context, string, string) (host.Timestamps, error) {
	return l.passed(false), nil
}

func (l leaving) ReceiveBy(context.Context, context.Context) (string, host.Timestamps, error) {
	return "0", l.passed(true), nil
}

// often is a game of eight questions to each; the first seat wins.
func often(ctx context.Context, t *host.Session) (host.Verdict, error) {
	for n := range 16 {
		if _, err := t.Ask(ctx, n%2, "how strong", time.Minute); err != nil {
			return host.Verdict{Ply: n}, err
		}
	}
	return host.Verdict{Reason: "often", Ply: 16}, nil
}

func verifyOften(g *record.Game) (host.ReplayReport, error) { return host.Verify(g, often) }

// leaves has the players of E2 leave more to the network than their round trips take.
func (h *hall) leaves() {
	h.Match = func(_ tournament.GameSetup, seats ...host.Seat) (*host.Game, error) {
		seats[0].Name, seats[1].Name = "a", "b"
		return &host.Game{Referee: often, Name: "often", Seats: seats}, nil
	}
	h.Open = func(ctx context.Context, entrant string, seat int, address string, out io.Writer) (series.PlayerConn, error) {
		if entrant == "E2" {
			return newLeaving(), nil
		}
		return h.opened(ctx, entrant, seat, address, out)
	}
}

// TestNetworkSharesOfADay: an agent that leaves more to the network than its round trips
// take is named to the director when the game is over, again by every later run, and by
// status and verify, whatever becomes of the game.
func TestNetworkSharesOfADay(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "day")
	plan, err := config.Parse("t", tournamenttest.PlanText(2, tournamenttest.OneStage))
	require.NoError(t, err)
	const sentence = "E2: its agent leaves more to the network than its round trips (2ms) take: "
	told := func(h *hall) (games []string) {
		for _, text := range h.said {
			if game, rest, _ := strings.Cut(text, ": "); strings.HasPrefix(rest, sentence) {
				games = append(games, game)
			}
		}
		return games
	}
	both := []string{"all/1/1/1/1", "all/1/1/2/1"}

	h := newHall(t, dir, plan)
	h.leaves()
	say := h.Say
	ctx, cancel := context.WithCancel(t.Context())
	h.Say = func(text string) {
		say(text)
		if strings.Contains(text, "wins") {
			cancel()
		}
	}
	require.ErrorIs(t, h.Run(ctx), context.Canceled)
	require.Equal(t, both[:1], told(h))
	require.NoError(t, h.Log.Close())

	h = newHall(t, dir, plan)
	h.leaves()
	require.NoError(t, h.Run(t.Context()))
	require.Equal(t, both, told(h))
	require.NoError(t, h.Log.Close())

	h = newHall(t, dir, plan)
	h.leaves()
	require.NoError(t, h.Run(t.Context()))
	require.Equal(t, both, told(h))

	_, err = command.ApplyTo(h.Log, command.Command{Verb: "amend", Args: []string{"all/1/1/1", "draw"}, By: "Jun", Why: "w"})
	require.NoError(t, err)
	share := tournament.NetworkShare{Entrant: "E2", Answers: 8, Exceeding: 8, Excess: 8 * 70_000, Trip: 2000}
	for _, s := range report.Games(h.day()) {
		require.Equal(t, []tournament.NetworkShare{share}, s.Network, s.Game)
	}
	var asJSON, text strings.Builder
	require.NoError(t, report.WriteStatusJSON(h.day(), &asJSON))
	require.Contains(t, asJSON.String(), `"network":[{"entrant":"E2","answers":8,"exceeding":8,"excess":560000,"trip":2000}]`)
	require.NoError(t, report.WriteStatus(h.day(), &text))
	require.Contains(t, text.String(), "network:\n  all/1/1/1/1  "+sentence)
	v := journal.Verify(dir, verifyOften)
	require.Empty(t, v.Differences)
	text.Reset()
	_, err = report.WriteVerification(&v, &text, dir)
	require.NoError(t, err)
	for _, game := range both {
		require.Contains(t, text.String(), "\n"+game+": "+sentence)
	}
}
