package halls

import (
	"context"
	"crypto/ed25519"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/farm/farmtest"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/series"
	"github.com/loopline/loopline/host/stalls"
	"github.com/loopline/loopline/host/tournament"
)

// turns is how often each is asked in a game, and thinks how long an answer takes.
const (
	turns  = 10
	thinks = time.Second
)

// longest is a game of questions: the higher answer wins.
func longest(ctx context.Context, t *host.Session) (host.Verdict, error) {
	var strength [2]int
	for ply := range 2 * turns {
		a, err := t.Ask(ctx, ply%2, fmt.Sprint("turn ", ply), time.Minute)
		if err != nil {
			return host.Verdict{Ply: ply}, err
		}
		strength[ply%2], _ = strconv.Atoi(a.Text)
	}
	v := host.Verdict{Reason: "higher", Ply: 2 * turns}
	if strength[0] < strength[1] {
		v.Winner = 1
	}
	return v, nil
}

func match(_ tournament.GameSetup, seats ...host.Seat) (*host.Game, error) {
	seats[0].Name, seats[1].Name = "a", "b"
	return &host.Game{Referee: longest, Name: "longest", Seats: seats}, nil
}

func verify(g *record.Game) (host.ReplayReport, error) { return host.Verify(g, longest) }

// sitter answers with its strength.
type sitter struct{ *hosttest.FakePlayer }

func (sitter) Close() error                 { return nil }
func (sitter) Reusable() bool               { return true }
func (sitter) Alive(context.Context) bool   { return true }
func (sitter) SimulatedTime() bool          { return false }
func (sitter) PollingClient() bool          { return false }
func (sitter) Usage() func() stalls.Usage   { return nil }
func (sitter) Uncounted() bool              { return false }
func (sitter) Nice() int                    { return 0 }
func (sitter) Suspend() func(bool)          { return nil }
func (sitter) LogAnswers(func(text string)) {}

// site is a contest with halls on one bus.
type site struct {
	t     *testing.T
	air   *farmtest.Air
	dir   string
	plan  *tournament.Config
	keys  map[string]ed25519.PrivateKey
	runs  sync.WaitGroup
	mu    sync.Mutex
	said  []string
	away  map[string]bool // entrants who are not there
	plays map[string]int  // games that began, by identity
}

func (s *site) say(who string) func(string) {
	return func(text string) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.said = append(s.said, who+": "+text)
	}
}

// open opens a player. Each host has its own.
func (s *site) open(_ context.Context, entrant string, _ int, address string, _ io.Writer) (series.PlayerConn, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.away[entrant] {
		return nil, fmt.Errorf("nothing answers on %s", address)
	}
	_, strength, _ := strings.Cut(address, ":")
	return sitter{hosttest.Answering(strings.TrimLeft(strength, "/"), thinks)}, nil
}

func (s *site) watch(id string, e record.Event) {
	if e.Type == record.EventGame {
		s.mu.Lock()
		s.plays[id]++
		s.mu.Unlock()
	}
}

// newSite is a contest of six, three in each of two halls.
func newSite(t *testing.T, seed uint64, text string) *site {
	s := &site{t: t, air: farmtest.NewAir(seed), dir: t.TempDir(), keys: map[string]ed25519.PrivateKey{}, away: map[string]bool{}, plays: map[string]int{}}
	plan := "name = \"two halls\"\ngame = \"longest\"\nstall-credit = \"0s\"\ntables = 1\nwait = \"30s\"\n" + text
	for _, hall := range []string{"east", "west"} {
		require.NoError(t, os.MkdirAll(filepath.Join(s.dir, hall), 0o777))
		key, made, err := Key(filepath.Join(s.dir, hall))
		require.NoError(t, err)
		require.True(t, made)
		s.keys[hall] = key
		plan += fmt.Sprintf("[[hall]]\nname = %q\nkey = %q\ntables = 2\n", hall, tournament.HallKey(key.Public().(ed25519.PublicKey)))
	}
	for i := range 6 {
		plan += fmt.Sprintf("[[entrant]]\nname = \"E%d\"\naddress = \"bot:%d\"\nhall = %q\n", i, 10+i, []string{"east", "west"}[i/3])
	}
	plan += "[[stage]]\nname = \"all\"\nkind = \"round-robin\"\n"
	var err error
	s.plan, err = tournament.ParseConfig("cup.toml", plan)
	require.NoError(t, err)
	return s
}

// start runs something until it is stopped.
func (s *site) start(run func(ctx context.Context) error) (stop func()) {
	ctx, cancel := context.WithCancel(s.t.Context())
	done := make(chan struct{})
	s.runs.Go(func() {
		defer close(done)
		if err := run(ctx); err != nil && ctx.Err() == nil {
			s.t.Errorf("it ends with %v", err)
		}
	})
	return func() {
		cancel()
		<-done
	}
}

// host runs the contest's host, to the end of the contest.
func (s *site) host(over chan<- *tournament.Director) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		d := &tournament.Director{
			Match: match, Open: s.open, Verify: verify, Say: s.say("host"), Watch: s.watch, Version: "test", Again: time.Second,
		}
		link := &Link{Bus: s.air, Halls: s.plan.Halls, HandIn: d.HandIn, Say: s.say("link")}
		d.Halls = link
		j, err := tournament.Open(filepath.Join(s.dir, "day"), s.plan, 1, "test")
		if err != nil {
			return err
		}
		d.Log = j
		defer j.Close()
		if err := link.Start(); err != nil {
			return err
		}
		defer link.Close()
		if err := d.Run(ctx); err != nil {
			return err
		}
		if over != nil {
			over <- d
			<-ctx.Done()
		}
		return nil
	}
}

func (s *site) hall(name string) func(ctx context.Context) error {
	h := &Hall{
		Name: name, Dir: filepath.Join(s.dir, name), Bus: s.air, Key: s.keys[name], Say: s.say(name),
		Director: func(*tournament.Config) (*tournament.Director, func(), error) {
			return &tournament.Director{Match: match, Open: s.open, Say: s.say(name), Watch: s.watch, Version: "test", Again: time.Second}, func() {}, nil
		},
	}
	return h.Run
}

// requireWhole wants each game to have counted once, and the day to be derived again.
func (s *site) requireWhole(games int) *tournament.Tournament {
	day, err := tournament.Read(filepath.Join(s.dir, "day"))
	require.NoError(s.t, err)
	require.True(s.t, day.Over())
	finished := map[string]int{}
	for _, c := range day.Decisions {
		if c.Type == tournament.Finished {
			finished[c.Game[:strings.LastIndex(c.Game, "/")]]++
		}
	}
	require.Len(s.t, finished, games)
	for game, n := range finished {
		require.Equal(s.t, 1, n, game)
	}
	v := tournament.Verify(filepath.Join(s.dir, "day"), verify)
	require.Empty(s.t, v.Differences)
	require.GreaterOrEqual(s.t, v.Games, games)
	for i := range 6 {
		require.Equal(s.t, fmt.Sprintf("E%d", 5-i), day.Standings(day.Stages[0], 0)[i].Entrant)
	}
	return day
}

// inHalls counts the games that halls were given.
func inHalls(day *tournament.Tournament) (n int) {
	for _, c := range day.Decisions {
		if c.Type == tournament.Started && c.Hall != "" {
			n++
		}
	}
	return n
}

// TestCuts cuts each hall off for a minute and stops one hall and the contest's host meanwhile: no game is lost, and
// none counts twice, on a network that loses, doubles and delays.
func TestCuts(t *testing.T) {
	for seed := range uint64(1) {
		synctest.Test(t, func(t *testing.T) {
			s := newSite(t, seed, "")
			s.air.Delay, s.air.Jitter = 20*time.Millisecond, 300*time.Millisecond
			s.air.Loss, s.air.Double = float64(seed%4)/10, 0.2
			over := make(chan *tournament.Director, 1)
			stopHost := s.start(s.host(over))
			stopEast, stopWest := s.start(s.hall("east")), s.start(s.hall("west"))
			time.Sleep(time.Duration(15+seed*3) * time.Second)
			cut := func(hall string, cut bool) {
				s.air.SetDeaf(toHall(hall), cut)
				s.air.SetDeaf(fromHall(hall), cut)
			}
			cut("east", true)
			time.Sleep(20 * time.Second)
			if seed%2 == 0 {
				stopEast() // while it is cut off, with games in play or not handed in
				time.Sleep(time.Second)
				stopEast = s.start(s.hall("east"))
			}
			time.Sleep(40 * time.Second)
			cut("east", false)
			time.Sleep(10 * time.Second)
			cut("west", true)
			time.Sleep(30 * time.Second)
			if seed%3 == 0 {
				stopHost()
				time.Sleep(5 * time.Second)
				stopHost = s.start(s.host(over))
			}
			time.Sleep(30 * time.Second)
			cut("west", false)
			select {
			case <-over:
			case <-time.After(time.Hour):
				t.Errorf("the contest does not end; said: %s", strings.Join(s.said, "\n"))
			}
			time.Sleep(10 * time.Second) // each hall hears what became of its games
			stopHost()
			stopEast()
			stopWest()
			if t.Failed() {
				return
			}
			day := s.requireWhole(15)
			require.GreaterOrEqual(t, inHalls(day), 6)
			for _, name := range []string{"east", "west"} {
				for _, ending := range []string{orderSuffix, answerSuffix} {
					files, err := filepath.Glob(filepath.Join(s.dir, name, day.Decisions[0].Sum, "*"+ending))
					require.NoError(t, err)
					require.NotEmpty(t, files, ending)
				}
			}
		})
	}
}
