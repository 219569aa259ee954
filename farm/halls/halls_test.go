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

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/director"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/series"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/farm/farmtest"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/tier"
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

// site is a contest with halls on one bus.
type site struct {
	t     *testing.T
	air   *farmtest.Air
	dir   string
	plan  *config.Config
	keys  map[string]ed25519.PrivateKey
	runs  sync.WaitGroup
	mu    sync.Mutex
	said  []string
	away  map[string]bool // entrants who are not there
	fails int             // players that the host still fails
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
	if s.fails > 0 {
		s.fails--
		p := hosttest.New(func(p *hosttest.FakePlayer, _ string) { p.Fail(0, notStopped{}) })
		return hosttest.Seated{FakePlayer: p}, nil
	}
	_, strength, _ := strings.Cut(address, ":")
	return hosttest.Seated{FakePlayer: hosttest.Answering(strings.TrimLeft(strength, "/"), thinks)}, nil
}

// notStopped is the error of a player that its host ended because it could not stop it.
type notStopped struct{}

func (notStopped) Error() string    { return "the host could not stop it" }
func (notStopped) HostFailed() bool { return true }

func (s *site) watch(id string, e record.Event) {
	if e.Type == record.EventGame {
		s.mu.Lock()
		s.plays[id]++
		s.mu.Unlock()
	}
}

// files returns the names of a hall's files of one ending.
func (s *site) files(hall string, day *tournament.Tournament, ending string) (names []string) {
	dir := filepath.Join(s.dir, hall, day.Decisions[0].Sum)
	files, err := os.ReadDir(dir)
	require.NoError(s.t, err)
	for _, f := range files {
		if strings.HasSuffix(f.Name(), ending) {
			names = append(names, filepath.Join(dir, f.Name()))
		}
	}
	return names
}

// newSite is a contest of six, three in each of two halls.
func newSite(t *testing.T, seed uint64, text string) *site {
	s := &site{t: t, air: farmtest.NewAir(seed), dir: filepath.Join(t.TempDir(), "halls[1]"), keys: map[string]ed25519.PrivateKey{}, away: map[string]bool{}, plays: map[string]int{}}
	plan := "name = \"two halls\"\ngame = \"longest\"\nstall-credit = \"0s\"\ntables = 1\nwait = \"30s\"\n" + text
	for _, hall := range []string{"east", "west"} {
		require.NoError(t, os.MkdirAll(filepath.Join(s.dir, hall), 0o777))
		key, made, err := Key(filepath.Join(s.dir, hall))
		require.NoError(t, err)
		require.True(t, made)
		s.keys[hall] = key
		plan += fmt.Sprintf("[[hall]]\nname = %q\nkey = %q\ntables = 2\n", hall, config.HallKey(key.Public().(ed25519.PublicKey)))
	}
	for i := range 6 {
		plan += fmt.Sprintf("[[entrant]]\nname = \"E%d\"\naddress = \"bot:%d\"\nhall = %q\n", i, 10+i, []string{"east", "west"}[i/3])
	}
	plan += "[[stage]]\nname = \"all\"\nkind = \"round-robin\"\n"
	var err error
	s.plan, err = config.Parse("cup.toml", plan)
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
func (s *site) host(over chan<- *director.Director) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		d := &director.Director{
			Match: match, Open: s.open, Verify: verify, Say: s.say("host"), Watch: s.watch, Version: "test", Again: time.Second,
		}
		link := &Link{Bus: s.air, Halls: s.plan.Halls, HandIn: d.HandIn, Say: s.say("link")}
		d.Halls = link
		j, err := journal.Open(filepath.Join(s.dir, "day"), s.plan, 1, "test")
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
		Director: func(*config.Config) (*director.Director, func(), error) {
			return &director.Director{Match: match, Open: s.open, Say: s.say(name), Watch: s.watch, Version: "test", Again: time.Second}, func() {}, nil
		},
	}
	return h.Run
}

// requireWhole wants each game to have counted once, and the day to be derived again.
func (s *site) requireWhole(games int) *tournament.Tournament {
	day, err := tournament.Read(filepath.Join(s.dir, "day"))
	require.NoError(s.t, err)
	require.True(s.t, standing.Over(day))
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
	v := journal.Verify(filepath.Join(s.dir, "day"), verify)
	require.Empty(s.t, v.Differences)
	require.GreaterOrEqual(s.t, v.Games, games)
	for i := range 6 {
		require.Equal(s.t, fmt.Sprintf("E%d", 5-i), standing.Of(day, day.Stages[0], 0)[i].Entrant)
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
	tier.Slow(t)
	for seed := range uint64(4) {
		synctest.Test(t, func(t *testing.T) {
			s := newSite(t, seed, "")
			s.air.Delay, s.air.Jitter = 20*time.Millisecond, 300*time.Millisecond
			s.air.Loss, s.air.Double = float64(seed%4)/10, 0.2
			over := make(chan *director.Director, 1)
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
			day := s.requireWhole(30)
			require.GreaterOrEqual(t, inHalls(day), 12)
			for _, name := range []string{"east", "west"} {
				for _, ending := range []string{orderSuffix, answerSuffix} {
					require.NotEmpty(t, s.files(name, day, ending), ending)
				}
			}
		})
	}
}

// TestHallThatFailsPlayers: games that a hall failed are played again, there or elsewhere, and none is lost.
func TestHallThatFailsPlayers(t *testing.T) {
	tier.Slow(t)
	synctest.Test(t, func(t *testing.T) {
		s := newSite(t, 1, "void = \"draw\"\n")
		s.fails = 5
		over := make(chan *director.Director, 1)
		stops := []func(){s.start(s.host(over)), s.start(s.hall("east")), s.start(s.hall("west"))}
		<-over
		time.Sleep(10 * time.Second)
		for _, stop := range stops {
			stop()
		}
		day, err := tournament.Read(filepath.Join(s.dir, "day"))
		require.NoError(t, err)
		void := 0
		for _, c := range day.Decisions {
			if c.Type == tournament.Finished && c.Void {
				require.Equal(t, host.ReasonHost, c.Reason)
				void++
			}
		}
		require.GreaterOrEqual(t, void, 3) // two may fail in one game
		require.Empty(t, journal.Verify(filepath.Join(s.dir, "day"), verify).Differences)
		for i := range 6 {
			require.Equal(t, fmt.Sprintf("E%d", 5-i), standing.Of(day, day.Stages[0], 0)[i].Entrant)
		}
	})
}

// TestLost loses a hall for good: what it was to play is played where it can be, and what it hands in
// when it comes back all the same is refused.
func TestLost(t *testing.T) {
	tier.Slow(t)
	synctest.Test(t, func(t *testing.T) {
		s := newSite(t, 1, "hall-wait = \"40s\"\n")
		over := make(chan *director.Director, 1)
		stopHost := s.start(s.host(over))
		stopEast, stopWest := s.start(s.hall("east")), s.start(s.hall("west"))
		time.Sleep(10 * time.Second)
		s.air.SetDeaf(fromHall("east"), true) // it still gets orders, and plays
		d := <-over
		require.NoError(t, d.Log.View(func(day *tournament.Tournament) { require.True(t, standing.Over(day)) }))
		s.air.SetDeaf(fromHall("east"), false)
		time.Sleep(20 * time.Second)
		stopEast()
		stopWest()
		stopHost()
		day := s.requireWhole(30)
		late := 0
		for _, name := range s.files("east", day, answerSuffix) {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			if strings.HasPrefix(string(text), "refused: attempt 1 was taken back") {
				late++
			}
		}
		require.Positive(t, late, strings.Join(s.said, "\n"))
	})
}

// TestAbsent has an entrant of a hall stay away: its games are forfeited when its wait is over.
func TestAbsent(t *testing.T) {
	tier.Slow(t)
	synctest.Test(t, func(t *testing.T) {
		s := newSite(t, 1, "")
		s.away["E5"] = true
		over := make(chan *director.Director, 1)
		stopHost := s.start(s.host(over))
		stopEast, stopWest := s.start(s.hall("east")), s.start(s.hall("west"))
		time.AfterFunc(2*time.Minute, func() {
			s.mu.Lock()
			s.away["E5"] = false // its later games are played
			s.mu.Unlock()
		})
		d := <-over
		require.NoError(t, d.Log.View(func(day *tournament.Tournament) {
			kinds := map[string]int{}
			for _, c := range day.Decisions {
				if c.Type == tournament.Forfeited {
					require.Equal(t, []string{"E5"}, c.Absent)
				}
				kinds[c.Type]++
			}
			require.Positive(t, kinds[tournament.Missing])
			require.Positive(t, kinds[tournament.Forfeited])
			require.Positive(t, kinds[tournament.Present])
			require.Equal(t, 30, kinds[tournament.Forfeited]+kinds[tournament.Finished])
		}))
		stopHost()
		stopEast()
		stopWest()
		require.Empty(t, journal.Verify(filepath.Join(s.dir, "day"), verify).Differences)
	})
}

// TestHandIn hands in what must not be taken, each time with a reason, and then the game itself, twice.
func TestHandIn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSite(t, 1, "")
		var mu sync.Mutex
		var orders director.HallOrders
		stopHearing, err := s.air.Subscribe(toHall("east"), func(data []byte) {
			m, err := decode(data)
			require.NoError(t, err)
			mu.Lock()
			defer mu.Unlock()
			if m.Orders != nil {
				orders = *m.Orders
			}
		})
		require.NoError(t, err)
		defer stopHearing()
		d := &director.Director{Match: match, Open: s.open, Verify: verify, Say: s.say("host"), Version: "test", Again: time.Second}
		link := &Link{Bus: s.air, Halls: s.plan.Halls, HandIn: d.HandIn, Say: s.say("link")}
		d.Halls = link
		j, err := journal.Open(filepath.Join(s.dir, "day"), s.plan, 1, "test")
		require.NoError(t, err)
		defer j.Close()
		d.Log = j
		require.NoError(t, link.Start())
		defer link.Close()
		stop := s.start(d.Run)
		defer stop()
		key := func(hall string) string { return config.HallKey(s.keys[hall].Public().(ed25519.PublicKey)) }
		there := func(as string) {
			require.NoError(t, s.air.Publish(fromHall("east"), (&message{State: &state{Key: key(as)}}).encode()))
			time.Sleep(2 * time.Second)
		}
		there("west")
		require.Empty(t, orders.Games, "a hall with another key")
		there("east")
		mu.Lock()
		now := orders
		mu.Unlock()
		require.NotEmpty(t, now.Games)
		order := now.Games[0]

		n := 0
		play := func(o tournament.HallOrder, game func(tournament.GameSetup, ...host.Seat) (*host.Game, error)) []byte {
			n++
			r, err := record.Open(filepath.Join(s.dir, fmt.Sprint(n, ".jsonl")))
			require.NoError(t, err)
			r.Chain().Follow(o.After)
			hall := &director.Director{Match: game, Open: s.open, Say: s.say("east"), Version: "test"}
			_, err = hall.PlayOrder(t.Context(), s.plan, o, r, func([]string, time.Time) {})
			require.NoError(t, err)
			require.NoError(t, r.Close())
			text, err := os.ReadFile(r.Name())
			require.NoError(t, err)
			return text
		}
		with := func(change func(g *host.Game)) func(tournament.GameSetup, ...host.Seat) (*host.Game, error) {
			return func(setup tournament.GameSetup, seats ...host.Seat) (*host.Game, error) {
				g, err := match(setup, seats...)
				change(g)
				return g, err
			}
		}
		sign := func(hall, contest, game string, text []byte) tournament.HandIn {
			sum, err := director.LastSum(text)
			if err != nil {
				sum = ""
			}
			return tournament.HandIn{Game: game, Record: text, Signature: tournament.SignGame(s.keys[hall], contest, game, sum)}
		}
		ownSign := func(text []byte) tournament.HandIn { return sign("east", now.Contest, order.Game, text) }
		good := play(order, match)
		lines := strings.SplitAfter(string(good), "\n")
		changed := order
		changed.After = strings.Repeat("a", 32)
		swapped := order
		swapped.Seats = []tournament.HallSeat{order.Seats[1], order.Seats[0]}
		other := order
		other.Game = strings.TrimSuffix(order.Game, "1") + "2"
		flipped := []byte(strings.Replace(string(good), `"turn 5"`, `"turn 6"`, 1))
		require.NotEqual(t, good, flipped)
		cheat := with(func(g *host.Game) {
			g.Referee = func(ctx context.Context, session *host.Session) (host.Verdict, error) {
				v, err := longest(ctx, session)
				v.Winner = 1 - v.Winner
				return v, err
			}
		})
		for name, c := range map[string]struct {
			hall, contest string
			in            tournament.HandIn
			why           string
		}{
			"other key":         {"east", now.Contest, sign("west", now.Contest, order.Game, good), "signature is not that of the hall east"},
			"no signature":      {"east", now.Contest, tournament.HandIn{Game: order.Game, Record: good}, "signature"},
			"other hall":        {"west", now.Contest, sign("west", now.Contest, order.Game, good), "ordered from the hall east"},
			"unknown hall":      {"north", now.Contest, ownSign(good), "no hall"},
			"other contest":     {"east", strings.Repeat("0", 32), sign("east", strings.Repeat("0", 32), order.Game, good), "another contest"},
			"signed for other":  {"east", now.Contest, sign("east", strings.Repeat("0", 32), order.Game, good), "signature"},
			"later attempt":     {"east", now.Contest, sign("east", now.Contest, other.Game, play(other, match)), "never ordered"},
			"no game":           {"east", now.Contest, sign("east", now.Contest, "../../x", good), "no such game"},
			"other game's name": {"east", now.Contest, ownSign(play(other, match)), "record is of the game"},
			"empty":             {"east", now.Contest, ownSign(nil), "truncated"},
			"half a line":       {"east", now.Contest, ownSign(good[:len(good)/2]), "truncated"},
			"no verdict":        {"east", now.Contest, ownSign([]byte(strings.Join(lines[:len(lines)-2], ""))), "does not hold"},
			"a line less":       {"east", now.Contest, ownSign([]byte(lines[0] + strings.Join(lines[2:], ""))), "does not hold"},
			"a changed byte":    {"east", now.Contest, ownSign(flipped), "does not hold"},
			"another place":     {"east", now.Contest, ownSign(play(changed, match)), "does not hold"},
			"twice in it":       {"east", now.Contest, ownSign(append(append([]byte{}, good...), good...)), "does not hold"},
			"another winner":    {"east", now.Contest, ownSign(play(order, cheat)), "does not hold"},
			"other seats":       {"east", now.Contest, ownSign(play(swapped, match)), "are paired"},
			"other options":     {"east", now.Contest, ownSign(play(order, with(func(g *host.Game) { g.Options = map[string]string{"size": "3"} }))), "options"},
			"other game":        {"east", now.Contest, ownSign(play(order, with(func(g *host.Game) { g.Name = "shorter" }))), "of the game"},
		} {
			before := s.decisions(j)
			refused, err := d.HandIn(c.hall, c.contest, c.in)
			require.NoError(t, err, name)
			require.Contains(t, refused, c.why, name)
			require.Equal(t, before, s.decisions(j), name)
		}

		file := filepath.Join(s.dir, "day", "records", strings.ReplaceAll(order.Game[:strings.LastIndex(order.Game, "/1/1")], "/", "-")+".jsonl")
		require.NoError(t, os.WriteFile(file, good[:len(good)*2/3], 0o666)) // a host that was killed in the middle of it
		before := s.decisions(j)
		for range 3 {
			refused, err := d.HandIn("east", now.Contest, ownSign(good))
			require.NoError(t, err)
			require.Empty(t, refused)
		}
		finished := 0
		require.NoError(t, j.View(func(day *tournament.Tournament) {
			for _, c := range day.Decisions[before:] {
				if c.Type == tournament.Finished {
					finished++
				}
			}
		}))
		require.Equal(t, 1, finished)
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, string(good), string(text))
		refused, err := d.HandIn("east", now.Contest, ownSign(play(order, with(func(g *host.Game) { g.Version = "other" }))))
		require.NoError(t, err)
		require.Contains(t, refused, "another record of it was handed in before")

		stop()
		day := filepath.Join(s.dir, "day")
		require.Empty(t, journal.Verify(day, verify).Differences)
		decisions := filepath.Join(day, tournament.DecisionsFile)
		log, err := os.ReadFile(decisions)
		require.NoError(t, err)
		forged := strings.Replace(string(log), ownSign(good).Signature, sign("west", now.Contest, order.Game, good).Signature, 1)
		require.NotEqual(t, string(log), forged)
		require.NoError(t, os.WriteFile(decisions, []byte(forged), 0o666))
		_, err = tournament.Read(day)
		require.Error(t, err)
	})
}

// decisions is how many there are.
func (s *site) decisions(j *journal.DecisionLog) (n int) {
	require.NoError(s.t, j.View(func(day *tournament.Tournament) { n = len(day.Decisions) }))
	return n
}
