package director

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/series"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/contest/tournamenttest"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
)

// higher is a game of one question to each: the higher answer wins.
func higher(ctx context.Context, t *host.Session) (host.Verdict, error) {
	var strength [2]int
	for seat := range strength {
		a, err := t.Ask(ctx, seat, "how strong", time.Minute)
		if err != nil {
			return host.Verdict{Ply: seat}, err
		}
		if a.Text == "void" {
			return host.Verdict{Void: true, Reason: "void", Ply: seat}, nil
		}
		strength[seat], _ = strconv.Atoi(a.Text)
	}
	v := host.Verdict{Reason: "higher", Ply: 2}
	switch {
	case strength[0] == strength[1]:
		v.Draw = true
	case strength[0] < strength[1]:
		v.Winner = 1
	}
	return v, nil
}

// hall is a director with players that answer what stands behind the colon of their
// address.
type hall struct {
	*Director
	t  *testing.T
	mu sync.Mutex

	said  []string
	games map[string]int // by identity without the attempt
	at    map[string]bool

	// open is called before a player is opened; its error is that of opening.
	open func(entrant, address string) error
}

func newHall(t *testing.T, dir string, plan *config.Config) *hall {
	t.Helper()
	j, err := journal.Open(dir, plan, 1, "test")
	require.NoError(t, err)
	j.Unsynced = true
	t.Cleanup(func() { _ = j.Close() })
	h := &hall{t: t, games: map[string]int{}, at: map[string]bool{}}
	h.Director = &Director{
		Log: j, Again: time.Millisecond, Version: "test",
		Match: func(_ tournament.GameSetup, seats ...host.Seat) (*host.Game, error) {
			seats[0].Name, seats[1].Name = "a", "b"
			return &host.Game{Referee: higher, Name: "higher", Seats: seats}, nil
		},
		Open: h.opened,
		Say: func(text string) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.said = append(h.said, text)
		},
		Watch: h.watched,
	}
	return h
}

// tournament is the contest as it is.
func (h *hall) tournament() (d *tournament.Tournament) {
	_ = h.Log.View(func(is *tournament.Tournament) { d = is })
	return d
}

func (h *hall) opened(_ context.Context, entrant string, _ int, address string, _ io.Writer) (series.PlayerConn, error) {
	if h.open != nil {
		if err := h.open(entrant, address); err != nil {
			return nil, err
		}
	}
	_, answer, _ := strings.Cut(address, ":")
	return hosttest.Seated{FakePlayer: hosttest.Answering(answer, 0)}, nil
}

// watched wants nobody at two tables.
func (h *hall) watched(game string, e record.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch e.Type {
	case record.EventGame:
		h.games[game[:strings.LastIndex(game, "/")]]++
		for _, s := range e.Seats {
			if h.at[s.Address] {
				h.t.Errorf("%s sits at two tables", s.Address)
			}
			h.at[s.Address] = true
		}
	case record.EventVerdict:
		m := h.tournament().Match(game[:strings.LastIndex(game[:strings.LastIndex(game, "/")], "/")])
		for _, entrant := range m.Entrants {
			h.at[h.tournament().Entrants[entrant].Name] = false
		}
	}
}

func (h *hall) day() *tournament.Tournament {
	d, err := tournament.Read(h.tournament().Dir)
	require.NoError(h.t, err)
	return d
}

func TestRun(t *testing.T) {
	plan, err := config.Parse("t", tournamenttest.ManyTables(tournamenttest.PlanText(8, tournamenttest.GroupsAndEnd)))
	require.NoError(t, err)
	h := newHall(t, filepath.Join(t.TempDir(), "day"), plan)
	require.NoError(t, h.Run(t.Context()))
	d := h.day()
	require.True(t, standing.Over(d))
	rows := standing.Of(d, d.Stages[1], 0)
	require.Equal(t, "E8", rows[0].Entrant)
	require.Equal(t, "E7", rows[1].Entrant)
	for game, times := range h.games {
		require.Equal(t, 1, times, game)
	}
	require.Len(t, h.games, 2*12+2*4)
	require.Empty(t, journal.Verify(d.Dir, verifyHigher).Differences)

	// A day that is over is over.
	require.NoError(t, h.Run(t.Context()))
}

func verifyHigher(g *record.Game) (host.ReplayReport, error) { return host.Verify(g, higher) }

// A run that is stopped after each of its first events goes on, and ends as it would
// have.
func TestStoppedAnywhere(t *testing.T) {
	text := tournamenttest.ManyTables(tournamenttest.PlanText(4, tournamenttest.OneStage))
	plan, err := config.Parse("t", text)
	require.NoError(t, err)
	dir := filepath.Join(t.TempDir(), "day")
	events := 0
	for stops := 0; ; stops++ {
		h := newHall(t, dir, plan)
		ctx, stop := context.WithCancel(t.Context())
		watched, left := h.Watch, 1+stops%7
		h.Watch = func(game string, e record.Event) {
			h.mu.Lock()
			left--
			events++
			if left == 0 {
				stop()
			}
			goes := left > 0
			h.mu.Unlock()
			if goes {
				watched(game, e)
			}
		}
		err := h.Run(ctx)
		stop()
		require.NoError(t, h.Log.Close())
		if err == nil {
			break
		}
		require.ErrorIs(t, err, context.Canceled)
		require.Less(t, stops, 500)
	}
	d, err := tournament.Read(dir)
	require.NoError(t, err)
	require.Equal(t, "E4", standing.Of(d, d.Stages[0], 0)[0].Entrant)
	require.Equal(t, 12, standing.Of(d, d.Stages[0], 0)[0].Games*2)
	require.Empty(t, journal.Verify(dir, verifyHigher).Differences)
}

// A board that is missing is called; when it stays away the match goes to the other.
func TestMissing(t *testing.T) {
	for _, rule := range []string{"forfeit", "withdraw"} {
		plan, err := config.Parse("t", "missing = \""+rule+"\"\nwait = \"30ms\"\n"+tournamenttest.PlanText(3, tournamenttest.OneStage))
		require.NoError(t, err)
		h := newHall(t, filepath.Join(t.TempDir(), "day"), plan)
		h.open = func(entrant, _ string) error {
			if entrant == "E3" {
				return errors.New("no such device")
			}
			return nil
		}
		require.NoError(t, h.Run(t.Context()))
		require.Contains(t, strings.Join(h.said, "\n"), "waiting for E3 on bot:3: no such device")
		d := h.day()
		require.Equal(t, rule == "withdraw", d.Entrants[2].Withdrawn)
		rows := standing.Of(d, d.Stages[0], 0)
		require.Equal(t, "E2", rows[0].Entrant)
		require.Equal(t, 0.0, rows[2].Points)
		require.Empty(t, journal.Verify(d.Dir, verifyHigher).Differences)
	}
}

// A board is changed while it is waited for.
func TestReaddressedWhileWaiting(t *testing.T) {
	h := newHall(t, filepath.Join(t.TempDir(), "day"), tournamenttest.PlanOf(t, 2, tournamenttest.OneStage))
	once := sync.Once{}
	h.open = func(entrant, address string) error {
		if address != "bot:2" {
			return nil
		}
		once.Do(func() {
			require.NoError(t, h.decide(t.Context(), func(*tournament.Tournament) (*tournament.Decision, error) {
				return &tournament.Decision{Type: tournament.AddressChanged, Entrant: "E2", Address: "bot:9", By: "x", Why: "broken"}, nil
			}))
		})
		return errors.New("broken")
	}
	require.NoError(t, h.Run(t.Context()))
	require.Equal(t, "E2", standing.Of(h.day(), h.day().Stages[0], 0)[0].Entrant)
	require.Empty(t, journal.Verify(h.day().Dir, verifyHigher).Differences)
}

// A void game is played once more, then counts for nobody.
func TestVoid(t *testing.T) {
	for rule, attempts := range map[string]int{"replay": 2, "draw": 1, "nothing": 1} {
		plan, err := config.Parse("t", "void = \""+rule+"\"\n"+strings.Replace(tournamenttest.PlanText(2, tournamenttest.OneStage), "bot:2", "bot:void", 1))
		require.NoError(t, err)
		h := newHall(t, filepath.Join(t.TempDir(), "day"), plan)
		require.NoError(t, h.Run(t.Context()))
		m := h.day().Match("all/1/1")
		require.Len(t, m.Games, 2)
		require.Equal(t, attempts, m.Games[0].Attempt, rule)
		require.Equal(t, rule == "draw", m.Games[0].Draw)
		require.Empty(t, journal.Verify(h.day().Dir, verifyHigher).Differences)
	}
}

// Nobody is asked while the day is paused, and the game in play goes on afterwards.
func TestPauseInPlay(t *testing.T) {
	h := newHall(t, filepath.Join(t.TempDir(), "day"), tournamenttest.PlanOf(t, 2, tournamenttest.OneStage))
	paused, once := make(chan struct{}), sync.Once{}
	watched := h.Watch
	h.Watch = func(game string, e record.Event) {
		watched(game, e)
		if e.Type == record.EventAnswer {
			once.Do(func() {
				require.NoError(t, h.Pause("x", "lunch"))
				close(paused)
			})
		}
	}
	done := make(chan error)
	go func() { done <- h.Run(t.Context()) }()
	<-paused
	require.True(t, h.day().Paused)
	require.NoError(t, h.decide(t.Context(), func(*tournament.Tournament) (*tournament.Decision, error) {
		return &tournament.Decision{Type: tournament.Resumed}, nil
	}))
	require.NoError(t, <-done)
	require.Equal(t, 1, h.games["all/1/1/1"])
}

// A pause that the director ordered outlasts a restart; one by an interrupt ends with it.
func TestPauseAcrossRestarts(t *testing.T) {
	for _, c := range []struct {
		why   string
		stays bool
	}{{"lunch", true}, {interrupted, false}} {
		h := newHall(t, filepath.Join(t.TempDir(), "day"), tournamenttest.PlanOf(t, 2, tournamenttest.OneStage))
		require.NoError(t, h.Pause("Ann", c.why))
		said := make(chan string, 1000)
		h.Say = func(text string) { said <- text }
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		done := make(chan error, 1)
		go func() { done <- h.Run(ctx) }()
		if c.stays {
			require.Equal(t, "the contest is paused, by Ann: lunch; loopline contest resume goes on", <-said)
			time.Sleep(200 * time.Millisecond)
			require.True(t, h.day().Paused)
			require.Empty(t, h.day().Match("all/1/1").Games, "nothing begins")
			require.NoError(t, h.decide(ctx, func(*tournament.Tournament) (*tournament.Decision, error) {
				return &tournament.Decision{Type: tournament.Resumed}, nil
			}))
		}
		require.NoError(t, <-done)
		require.True(t, standing.Over(h.day()))
	}
}

// What the director decides of a game in play stops it.
func TestDecidedInPlay(t *testing.T) {
	for _, c := range []struct {
		decision tournament.Decision
		attempts int
	}{
		{tournament.Decision{Type: tournament.Adjudicated, Winner: "E1"}, 1},
		{tournament.Decision{Type: tournament.Voided}, 1},
		{tournament.Decision{Type: tournament.Withdrawn, Entrant: "E2"}, 1},
	} {
		h := newHall(t, filepath.Join(t.TempDir(), "day"), tournamenttest.PlanOf(t, 2, tournamenttest.OneStage))
		once := sync.Once{}
		match := h.Match
		h.Match = func(s tournament.GameSetup, seats ...host.Seat) (*host.Game, error) {
			m, err := match(s, seats...)
			m.Referee = func(ctx context.Context, table *host.Session) (host.Verdict, error) {
				stuck := false
				once.Do(func() { stuck = true })
				if !stuck {
					return higher(ctx, table)
				}
				c.decision.Game = "all/1/1/1/1"
				if c.decision.Type == tournament.Withdrawn {
					c.decision.Game = ""
				}
				require.NoError(t, h.decide(t.Context(), func(*tournament.Tournament) (*tournament.Decision, error) { return &c.decision, nil }))
				<-ctx.Done()
				return host.Verdict{}, fmt.Errorf("%w: %w", host.ErrInterrupted, ctx.Err())
			}
			return m, err
		}
		require.NoError(t, h.Run(t.Context()))
		g := h.day().Match("all/1/1").Games[0]
		require.Equal(t, c.decision.Type, g.By)
		require.Equal(t, c.attempts, g.Attempt)
		require.True(t, standing.Over(h.day()))
	}
}

// A game that ended just before the run was killed is not played again.
func TestRecovered(t *testing.T) {
	plan := tournamenttest.PlanOf(t, 2, tournamenttest.OneStage+"games = 1\n")
	h := newHall(t, filepath.Join(t.TempDir(), "day"), plan)
	require.NoError(t, h.Run(t.Context()))
	d := h.day()
	text := tournamenttest.ReadFile(t, d.Path(tournament.DecisionsFile))
	last := strings.LastIndex(strings.TrimSuffix(text, "\n"), "\n") + 1
	tournamenttest.WriteFile(t, d.Path(tournament.DecisionsFile), text[:last])
	again := newHall(t, d.Dir, plan)
	require.NoError(t, again.Run(t.Context()))
	require.Empty(t, again.games)
	require.Equal(t, "E2", standing.Of(again.day(), d.Stages[0], 0)[0].Entrant)
	require.Empty(t, journal.Verify(d.Dir, verifyHigher).Differences)
}

// A play-off of bots is played with other seeds, before lots decide, and its record says so.
func TestPlayOffReseeds(t *testing.T) {
	plan, err := config.Parse("cup.toml", "name = \"Cup\"\ngame = \"x\"\n[[entrant]]\nname = \"A\"\naddress = \"bot:5\"\n"+
		"[[entrant]]\nname = \"B\"\naddress = \"bot:05\"\n[[stage]]\nname = \"k\"\nkind = \"knockout\"\n")
	require.NoError(t, err)
	h := newHall(t, filepath.Join(t.TempDir(), "day"), plan)
	h.Env.Reseed = func(_ *config.Config, address, match string, n, who int) string {
		require.Equal(t, "1/k/1/1", match)
		return fmt.Sprint(address, n+who)
	}
	h.tournament().Env = h.Env
	require.NoError(t, h.Run(t.Context()))
	m := h.day().Match("k/1/1")
	require.Empty(t, m.Rule)
	require.Equal(t, 1, m.Winner())
	text := tournamenttest.ReadFile(t, h.day().Record("k/1/1"))
	require.Equal(t, 2, strings.Count(text, "plays as bot:052"))
	require.Equal(t, 4, strings.Count(text, "plays as "))
}

// Whoever verifies a contest that is long can stop that: no other game is looked at, and nobody takes the rest for
// verified.
func TestVerifyEnds(t *testing.T) {
	plan, err := config.Parse("t", tournamenttest.ManyTables(tournamenttest.PlanText(8, tournamenttest.GroupsAndEnd)))
	require.NoError(t, err)
	h := newHall(t, filepath.Join(t.TempDir(), "day"), plan)
	require.NoError(t, h.Run(t.Context()))
	ctx, cancel := context.WithCancel(t.Context())
	looked := 0
	v := journal.VerifyIn(ctx, tournament.Env{}, h.day().Dir, func(g *record.Game) (host.ReplayReport, error) {
		looked++
		cancel()
		return verifyHigher(g)
	})
	require.Equal(t, 1, looked)
	require.Len(t, v.Differences, 1)
	require.ErrorIs(t, v.Differences[0], context.Canceled)
}
