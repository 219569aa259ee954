package halls

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/director"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/durable"
)

// Hall plays the games that a contest's host orders, and hands them in. Fill it in, then call Run once. In its folder
// it keeps a folder for each contest: of each game the order, the record, and the answer to its hand-in.
type Hall struct {
	Name string
	Dir  string // which no other hall uses meanwhile
	Bus  Bus
	Key  ed25519.PrivateKey // see [Key]

	// Director makes who plays the games of a contest of this file, and what ends it.
	Director func(plan *config.Config) (d *director.Director, end func(), err error)

	// Say gets what happens; it may be called concurrently.
	Say func(text string)

	mu      sync.Mutex
	contest *contest // nil before the first orders
	told    string
	playing sync.WaitGroup
	wake    chan struct{} // holds one: something is to be said to the host
}

// contest is the contest that a hall plays in.
type contest struct {
	sum      string
	decision int // of the newest orders
	plan     *config.Config
	director *director.Director
	end      func()
	ordered  []string
	games    map[string]*hallGame // begun here, not answered
}

// hallGame is a game that was begun in a hall and is not answered yet.
type hallGame struct {
	order  tournament.HallOrder
	name   string // of its files, without the ending
	cancel func() // nil: it is not played any more
	begun  bool
	over   bool // it has a verdict, and is to be handed in
	since  time.Time
	absent []string
	handed time.Time // when it was handed in last
}

// Hall does these again in these intervals: states are said each again.
const (
	handInAgain = 3 * time.Second  // an answer is waited for
	brokenAfter = 10 * time.Second // a game that could not be played is given back
)

// Run plays until ctx ends, which is no error. The games that are played then are broken off, and played again at
// another attempt; those that have ended are handed in by the next Run in the same folder.
func (h *Hall) Run(ctx context.Context) error {
	h.wake = make(chan struct{}, 1)
	ctx, cancel := context.WithCancel(ctx)
	stop, err := h.Bus.Subscribe(toHall(h.Name), func(data []byte) { h.hear(ctx, data) })
	if err != nil {
		cancel()
		return err
	}
	defer func() {
		stop()
		cancel()
		h.playing.Wait()
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.contest != nil {
			h.contest.end()
		}
	}()
	tick := time.NewTicker(again)
	defer tick.Stop()
	for {
		h.report()
		h.handIn()
		select {
		case <-ctx.Done():
			return nil
		case <-h.wake:
		case <-tick.C:
		}
	}
}

// soon has the host hear of what changed.
func (h *Hall) soon() {
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// trouble says what is wrong, once. It is called with the lock held.
func (h *Hall) trouble(what string) {
	if h.told != what {
		h.Say(what)
	}
	h.told = what
}

// hear takes what the host says. It is called by the bus, one at a time.
func (h *Hall) hear(ctx context.Context, data []byte) {
	m, err := decode(data)
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case ctx.Err() != nil:
	case err != nil:
		h.trouble(err.Error())
	case m.Orders != nil:
		if err := h.take(ctx, m.Orders); err != nil {
			h.trouble(err.Error())
		}
	case m.Answer != nil:
		h.answered(m.Answer)
	}
	h.soon()
}

// take takes orders: new games begin, and those that are not ordered any more end.
func (h *Hall) take(ctx context.Context, o *director.HallOrders) error {
	if h.contest == nil || h.contest.sum != o.Contest {
		if err := h.enter(o); err != nil {
			return err
		}
	}
	c := h.contest
	if o.Decision < c.decision {
		return nil // they are old
	}
	c.decision, c.ordered = o.Decision, nil
	c.director.Hold(o.Paused)
	for _, order := range o.Games {
		c.ordered = append(c.ordered, order.Game)
		name, err := c.fileName(h.Dir, order.Game)
		if err != nil {
			return err
		}
		g := c.games[order.Game]
		switch {
		case g == nil && !answeredBefore(name):
			h.begin(ctx, order, name)
		case g != nil && g.cancel != nil && !g.begun && !slices.Equal(g.order.Seats, order.Seats):
			g.cancel() // somebody has another address: it begins again with the next orders
		}
	}
	for id, g := range c.games {
		if g.cancel != nil && !slices.Contains(c.ordered, id) {
			g.cancel()
		}
	}
	return nil
}

// enter has the hall play in another contest.
func (h *Hall) enter(o *director.HallOrders) error {
	if c := h.contest; c != nil && slices.ContainsFunc(slices.Collect(maps.Values(c.games)), func(g *hallGame) bool { return g.cancel != nil }) {
		return fmt.Errorf("two contests order games from this hall; it goes on with %s", c.plan.Name)
	}
	if !record.IsSum(o.Contest) {
		return errors.New("orders of no contest")
	}
	plan, err := config.Parse(config.File, o.Plan)
	if err != nil {
		return fmt.Errorf("the contest's file is not understood here: %w", err)
	}
	c := &contest{sum: o.Contest, plan: plan, games: map[string]*hallGame{}}
	if err := os.MkdirAll(filepath.Join(h.Dir, c.sum), 0o777); err != nil {
		return err
	}
	if err := c.find(h.Dir); err != nil {
		return err
	}
	if c.director, c.end, err = h.Director(plan); err != nil {
		return err
	}
	if h.contest != nil {
		h.contest.end()
	}
	h.contest = c
	h.Say(fmt.Sprintf("the hall %s plays in %s", h.Name, plan.Name))
	return nil
}

// gameKey matches the identity of a game in the name of a file.
var gameKey = regexp.MustCompile(`^[a-z0-9-]{1,100}$`)

// The endings of the names of a game's files.
const (
	orderSuffix  = ".order"
	recordSuffix = ".jsonl"
	answerSuffix = ".answer"
)

// fileName names the files of a game in the folder of a hall, without their endings.
func (c *contest) fileName(dir, game string) (string, error) {
	key := strings.ReplaceAll(game, "/", "-")
	if _, _, attempt, err := tournament.ParseGameID(game); err != nil || attempt < 1 || !gameKey.MatchString(key) {
		return "", fmt.Errorf("%.60q is ordered, and is no game of a contest", game)
	}
	return filepath.Join(dir, c.sum, key), nil
}

// answeredBefore reports whether a game was handed in and answered.
func answeredBefore(name string) bool {
	_, err := os.Stat(name + answerSuffix)
	return err == nil
}

// find finds the games that an earlier run of the hall began.
func (c *contest) find(dir string) error {
	files, err := os.ReadDir(filepath.Join(dir, c.sum))
	if err != nil {
		return err
	}
	for _, f := range files {
		base, ok := strings.CutSuffix(f.Name(), orderSuffix)
		name := filepath.Join(dir, c.sum, base)
		if !ok || answeredBefore(name) {
			continue
		}
		g := &hallGame{name: name}
		text, err := os.ReadFile(name + orderSuffix)
		if err == nil {
			err = json.Unmarshal(text, &g.order)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name+orderSuffix, err)
		}
		if err := g.look(); err != nil {
			return err
		}
		if g.begun {
			c.games[g.order.Game] = g
		}
	}
	return nil
}

// look sees from a game's record whether it was begun, and whether it was played to its end. One whose record is empty
// was not, as far as anybody has heard.
func (g *hallGame) look() error {
	text, err := os.ReadFile(g.name + recordSuffix)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	g.begun = len(text) > 0
	for r, err := range record.Games(io.MultiReader(strings.NewReader(record.ExcerptLine(g.order.After)), bytes.NewReader(text))) {
		if err != nil || len(r.Events) == 0 {
			break
		}
		v := r.Verdict()
		g.over = v != nil && !r.Open && !(v.Void && (v.Reason == host.ReasonInterrupted || v.Reason == host.ReasonError))
	}
	return nil
}

// begin plays a game.
func (h *Hall) begin(ctx context.Context, order tournament.HallOrder, name string) {
	c := h.contest
	g := &hallGame{order: order, name: name, since: time.Now()}
	ctx, g.cancel = context.WithCancel(ctx)
	c.games[order.Game] = g
	h.playing.Go(func() {
		over, err := h.play(ctx, c, g)
		if err != nil && ctx.Err() == nil {
			h.Say(fmt.Sprintf("%s: %v; it is given back", order.Game, err))
			select { // not at once: it may be ordered again
			case <-ctx.Done():
			case <-time.After(brokenAfter):
			}
		}
		h.mu.Lock()
		defer h.mu.Unlock()
		g.cancel()
		g.cancel, g.over, g.absent = nil, over, nil
		if !g.begun {
			delete(c.games, order.Game) // if it is ordered again it begins
		}
		h.soon()
	})
}

// play plays a game to its end, and brings its record to the disk.
func (h *Hall) play(ctx context.Context, c *contest, g *hallGame) (over bool, err error) {
	order, err := json.Marshal(g.order)
	if err == nil {
		err = durable.Write(g.name+orderSuffix, order, []byte("\n"))
	}
	if err != nil {
		return false, err
	}
	r, err := record.Open(g.name + recordSuffix)
	if err != nil {
		return false, err
	}
	r.Chain().Follow(g.order.After)
	r.KeepWhileFull()
	v, err := c.director.PlayOrder(ctx, c.plan, g.order, r, func(names []string, since time.Time) {
		h.mu.Lock()
		defer h.mu.Unlock()
		if g.absent = names; len(names) == 0 && since.IsZero() {
			g.begun = true
		} else {
			g.since = since
		}
		h.soon()
	})
	if err = errors.Join(err, r.Close()); err != nil {
		return false, err
	}
	if v.Void && (v.Reason == host.ReasonInterrupted || v.Reason == host.ReasonError) {
		return false, nil
	}
	return true, nil
}

// report says what the hall is doing.
func (h *Hall) report() {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := &state{Key: config.HallKey(h.Key.Public().(ed25519.PublicKey))}
	if c := h.contest; c != nil {
		for _, id := range c.ordered {
			switch g := c.games[id]; {
			case g == nil:
			case g.cancel == nil && !g.over:
				s.Broken = append(s.Broken, id)
			case len(g.absent) > 0:
				s.Absent = append(s.Absent, director.HallAbsence{Game: id, Entrants: g.absent, For: time.Since(g.since)})
			}
		}
	}
	_ = h.Bus.Publish(fromHall(h.Name), (&message{State: s}).encode()) // what is lost is said again
}

// handIn hands in a game that is over, the one that waits longest.
func (h *Hall) handIn() {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := h.contest
	if c == nil {
		return
	}
	id := ""
	for _, one := range slices.Sorted(maps.Keys(c.games)) {
		if g := c.games[one]; g.over && (id == "" || g.handed.Before(c.games[id].handed)) {
			id = one
		}
	}
	if id == "" || time.Since(c.games[id].handed) < handInAgain {
		return
	}
	g := c.games[id]
	g.handed = time.Now()
	text, err := os.ReadFile(g.name + recordSuffix)
	if err != nil {
		h.trouble(err.Error())
		return
	}
	sum, err := director.LastSum(text)
	if err != nil {
		h.trouble(fmt.Sprintf("%s: %v", g.name, err))
		return
	}
	m := &message{Game: &game{Contest: c.sum, Game: id, Record: pack(text), Signature: tournament.SignGame(h.Key, c.sum, id, sum)}}
	if err := h.Bus.Publish(fromHall(h.Name), m.encode()); err != nil {
		h.trouble(fmt.Sprintf("%s cannot be handed in: %v; its record is %s", id, err, g.name+recordSuffix))
	}
}

// answered takes in what became of a game.
func (h *Hall) answered(a *answer) {
	c := h.contest
	if c == nil || a.Contest != c.sum || c.games[a.Game] == nil || !c.games[a.Game].over {
		return // it was answered before
	}
	g := c.games[a.Game]
	text := "taken"
	if a.Refused != "" {
		text = "refused: " + a.Refused
	}
	if err := durable.Write(g.name+answerSuffix, []byte(text+"\n")); err != nil {
		h.trouble(err.Error())
		return
	}
	delete(c.games, a.Game)
	h.Say(fmt.Sprintf("%s: handed in, and %s", a.Game, text))
}
