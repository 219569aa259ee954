package contestpages

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/loopline/loopline/contest/command"
	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/internal/vfs"
)

// Site is a Site with the pages of a contest, or of the jobs of a farm. It is safe for concurrent use. The
// exported fields are set before a contest is shown.
type Site struct {
	*live.Site

	// Token is the secret of the director's page; empty draws one.
	Token string

	// FullSince returns since when the contest has waited for space on its disk; zero while it does not.
	// Nil is never.
	FullSince func() time.Time

	// Ceremony keeps the places of a contest that is over to the page of its ceremony, which Publish writes
	// with them.
	Ceremony bool

	// HostFaults says which players this machine cannot open, and why; nil is none.
	HostFaults func() []string

	log      web.EventStream // of the first page
	directed *rate.Limiter   // of requests with the director's token

	mu        sync.Mutex
	view      *contestView // nil when there is none
	dir       string       // of its day; "" when there is none
	standings string       // that the feed was told last

	hall    string // what the hall's page shows: of hallModes, or the key of a game
	hallKey string // the game that it shows by itself
	hallEnd time.Time

	work        *FarmStatus // nil when there is none
	workVersion int
}

// New makes a site without games and without a contest. Close ends it.
func New(o live.Options) *Site {
	s := &Site{Site: live.NewSite(o), directed: rate.NewLimiter(directorRequests, directorRequests*directorBurst)}
	s.Attach(s)
	return s
}

// Routes implements Part.
func (s *Site) Routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /hall", s.showHall)
	mux.HandleFunc("GET /overlay/{part}", s.showOverlay)
	mux.HandleFunc("GET /ceremony", s.showCeremony)
	mux.HandleFunc("GET /events", s.events)
	mux.HandleFunc("GET /progress.json", s.progress)
}

// Home implements Part.
func (s *Site) Home(w http.ResponseWriter, r *http.Request, f web.PageData) bool {
	return s.showContest(w, r, f) || s.showFarm(w, r, f)
}

// PublishHome implements Part.
func (s *Site) PublishHome(dir string, f web.PageData) (written bool, err error) {
	v := s.shownContest()
	if v == nil {
		return false, nil
	}
	if err := web.WritePage(filepath.Join(dir, web.PageFile(f.Lang)), templates.Lookup("contest.html"), s.contestFrame(f, v)); err != nil {
		return true, err
	}
	ceremony := ceremonyPage{s.contestFrame(f, v), s.Ceremony || !v.Secret}
	return true, web.WritePage(filepath.Join(dir, CeremonyPage(f.Lang)), templates.Lookup("ceremony.html"), ceremony)
}

// Learnt implements Part.
func (s *Site) Learnt() {
	s.publishContest()
	s.publishFarm()
}

// Keys implements Part.
func (s *Site) Keys() []string {
	v := s.shownContest()
	if v == nil {
		return nil
	}
	return slices.Collect(maps.Keys(v.refs))
}

// Recorded implements Part.
func (s *Site) Recorded(key string) (path, id string, ok bool) {
	v := s.shownContest()
	if v == nil {
		return "", "", false
	}
	ref, ok := v.refs[key]
	return ref.path, ref.id, ok
}

// End implements Part.
func (s *Site) End() { s.log.End() }

// shownContest returns the contest as viewers see it, nil when there is none.
func (s *Site) shownContest() *contestView {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.view
}

// folder returns the folder of the contest, "" when there is none.
func (s *Site) folder() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dir
}

// Show shows what is at a path: the games of a record, or the folder of a contest.
func (s *Site) Show(ctx context.Context, path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return s.Follow(ctx, path)
	}
	return s.ShowRecord(path)
}

// Contest shows the contest in a folder at an address, and the director's page at
// another, which may be empty: see Follow, Listen and Direct.
func (s *Site) Contest(ctx context.Context, dir, addr, director string, give func(command.Command) (command.Applied, error)) error {
	if err := s.followOwn(ctx, dir); err != nil {
		return err
	}
	if _, err := s.Listen(ctx, addr); err != nil || director == "" {
		return err
	}
	page, err := s.directAgain(ctx, dir, director, give)
	if err == nil {
		s.Say("director's page at " + page)
	}
	return err
}

// directAgain is Direct at the port where the director's page of the contest in a folder was before, if the address
// leaves it to the system and the port is free. The folder keeps the port.
func (s *Site) directAgain(ctx context.Context, dir, addr string, give func(command.Command) (command.Applied, error)) (string, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil || port != "0" {
		return s.Direct(ctx, addr, give)
	}
	name := filepath.Join(dir, tournament.PortFile)
	if err := vfs.CheckRegular(vfs.OS, name); err != nil {
		return "", err
	}
	kept, _ := os.ReadFile(name) // there is none before the first run
	if port, err := strconv.ParseUint(strings.TrimSpace(string(kept)), 10, 16); err == nil && port > 0 {
		if page, err := s.Direct(ctx, net.JoinHostPort(host, strconv.FormatUint(port, 10)), give); err == nil {
			return page, nil
		}
	}
	page, err := s.Direct(ctx, addr, give)
	if err != nil {
		return "", err
	}
	u, err := url.Parse(page)
	if err == nil {
		err = os.WriteFile(name, []byte(u.Port()+"\n"), 0o600)
	}
	if err != nil {
		s.Say("the director's page will have another port after a restart: " + err.Error())
	}
	return page, nil
}

// Finish returns when viewers know all of the contest that [Site.Contest] shows, however much
// later than the games, or when ctx ends.
func (s *Site) Finish(ctx context.Context) error {
	day, err := tournament.Read(s.folder())
	if err != nil {
		return err
	}
	s.showTournament(day, time.Now())
	known := make(chan struct{})
	if !s.Queue.Push(func(time.Time) { close(known) }) {
		return nil
	}
	select {
	case <-known:
	case <-ctx.Done():
	case <-s.Closed():
	}
	s.publishContest()
	return nil
}

// publishContest tells the viewers of a contest that something has changed: its
// version, and how many moves each game in play has.
func (s *Site) publishContest() {
	v := s.shownContest()
	if v == nil {
		return
	}
	var b strings.Builder
	fmt.Fprintf(&b, `{"version":%d,"tables":{`, v.version)
	for i, t := range v.Tables {
		moves := 0
		if g := s.InMemory(t.Key); g != nil {
			moves = g.Info().Moves
		}
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, `%q:%d`, t.Key, moves) // a key is letters, digits and dashes
	}
	b.WriteString("}}")
	s.tellStandings(v)
	s.log.Replace(b.String())
}

// Follow shows the contest in a folder, what is decided in it, and the games that another
// program plays, until ctx ends or the site is closed. It returns when the contest was read;
// the error is from reading.
func (s *Site) Follow(ctx context.Context, dir string) error {
	t := &recordFollower{site: s, open: map[string]*followedRecord{}}
	return s.followBy(ctx, dir, t.look)
}

// followOwn is Follow of a contest that this program plays, which tells of its games itself.
func (s *Site) followOwn(ctx context.Context, dir string) error {
	return s.followBy(ctx, dir, func(*tournament.Tournament) {})
}

// followBy has look see the contest whenever it is looked at.
func (s *Site) followBy(ctx context.Context, dir string, look func(*tournament.Tournament)) error {
	day, err := tournament.Read(dir)
	if err != nil {
		return err
	}
	file := day.Path(tournament.DecisionsFile)
	since := time.Time{}
	if info, err := os.Stat(file); err == nil {
		since = info.ModTime()
	}
	s.mu.Lock()
	s.dir = dir
	s.mu.Unlock()
	s.showTournament(day, since)
	look(day)
	go s.followTournament(ctx, day, look)
	return nil
}

// followEvery sets how often the decisions of a contest are looked at.
const followEvery = 300 * time.Millisecond

func (s *Site) followTournament(ctx context.Context, day *tournament.Tournament, look func(*tournament.Tournament)) {
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	said, secret := "", s.keepsSecret(day)
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		case <-s.Closed():
			return
		}
		changed, err := day.Refresh()
		if err != nil && err.Error() != said {
			said = err.Error()
			s.Say("the pages do not follow the day any more: " + said)
		}
		if was := secret; changed || standing.Over(day) {
			if secret = s.keepsSecret(day); changed || secret != was {
				s.showTournament(day, time.Now())
			}
		}
		look(day)
	}
}

// showTournament has viewers see the contest as it is, when the delay since a time is over.
func (s *Site) showTournament(day *tournament.Tournament, since time.Time) {
	v := tournamentView(day, s.keepsSecret(day))
	s.Queue.PushAt(since.Add(s.Delay), func(time.Time) {
		s.mu.Lock()
		s.view = v
		s.mu.Unlock()
		s.SetTitle(v.Name)
	})
}

// keepsSecret reports whether the places of a contest are kept for its ceremony.
func (s *Site) keepsSecret(day *tournament.Tournament) bool {
	return s.Ceremony || tournament.PodiumIsSecret(day.Dir)
}

// events is the stream of the first page.
func (s *Site) events(w http.ResponseWriter, r *http.Request) {
	s.Stream(w, r, &s.log, s.log.Last())
}

// standingsLine is a line of the feed with the standings of a stage.
type standingsLine struct {
	live.FeedHeader
	Stage  string      `json:"stage,omitempty"`
	Groups []feedGroup `json:"groups,omitempty"`
}

type feedGroup struct {
	Name string    `json:"name,omitempty"`
	Rows []feedRow `json:"rows"`
}

type feedRow struct {
	Rank   int     `json:"rank"`
	Name   string  `json:"name"`
	Points float64 `json:"points"`
	Wins   int     `json:"wins"`
	Draws  int     `json:"draws"`
	Losses int     `json:"losses"`
}

// tellStandings tells the feed the standings of the contest's latest stage, unless they were told.
func (s *Site) tellStandings(v *contestView) {
	latest := contestPage{contestView: v}.Latest()
	if len(latest) == 0 || latest[0].Secret {
		return
	}
	l := standingsLine{FeedHeader: live.FeedHeader{Type: "standings"}, Stage: latest[0].Title}
	for _, g := range latest[0].Groups {
		group := feedGroup{Name: g.Name, Rows: []feedRow{}}
		for _, r := range g.Rows {
			group.Rows = append(group.Rows, feedRow{r.Rank, r.Name, r.Points, r.Wins, r.Draws, r.Losses})
		}
		l.Groups = append(l.Groups, group)
	}
	data, err := json.Marshal(l.Groups)
	if err != nil {
		return // its types cannot fail
	}
	now := l.Stage + string(data)
	s.mu.Lock()
	same := s.standings == now
	s.standings = now
	s.mu.Unlock()
	if !same {
		s.AppendFeed(&l.FeedHeader, &l)
	}
}
