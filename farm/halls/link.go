package halls

import (
	"bytes"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/director"
	"github.com/loopline/loopline/contest/tournament"
)

// again is the interval at which unacknowledged messages are repeated.
const again = time.Second

// Link is the side of the contest's host: a [director.HallLink]. Fill it in, and call Start once the contest
// is open, and Close behind it.
type Link struct {
	Bus   Bus
	Halls []config.HallConfig

	// HandIn takes in a game: [director.Director.HandIn].
	HandIn func(hall, contest string, in tournament.HandIn) (refused string, err error)

	// Say gets what happens; it may be called concurrently.
	Say func(text string)

	mu     sync.Mutex
	halls  map[string]*linked
	stops  []func()
	taking sync.WaitGroup
}

// linked is a hall as the host knows it.
type linked struct {
	orders []byte // that were sent last
	sent   time.Time
	state  director.HallState
	told   string // the last trouble with it
	games  chan *game
}

// Start listens to the halls.
func (l *Link) Start() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.halls = map[string]*linked{}
	for _, c := range l.Halls {
		h := &linked{games: make(chan *game, 1)}
		l.halls[c.Name] = h
		stop, err := l.Bus.Subscribe(fromHall(c.Name), func(data []byte) { l.hear(c, h, data) })
		if err != nil {
			return err
		}
		l.stops = append(l.stops, stop)
		l.taking.Go(func() {
			for g := range h.games {
				l.take(c.Name, h, g)
			}
		})
	}
	return nil
}

// Close stops to listen, and returns when each game that was being taken in is answered.
func (l *Link) Close() {
	l.mu.Lock()
	stops := l.stops
	l.stops = nil
	l.mu.Unlock()
	for _, stop := range stops { // each waits for a hear that has begun, which takes the lock
		stop()
	}
	l.mu.Lock()
	for _, h := range l.halls {
		close(h.games)
		h.games = nil
	}
	l.mu.Unlock()
	l.taking.Wait()
}

// Order implements [director.HallLink].
func (l *Link) Order(hall string, orders director.HallOrders) {
	data := (&message{Orders: &orders}).encode()
	l.mu.Lock()
	h := l.halls[hall]
	due := h != nil && (!bytes.Equal(h.orders, data) || time.Since(h.sent) >= again)
	if due {
		h.orders, h.sent = data, time.Now()
	}
	l.mu.Unlock()
	if !due {
		return
	}
	if err := l.Bus.Publish(toHall(hall), data); err != nil {
		l.trouble(hall, h, err.Error())
	}
}

// State implements [director.HallLink].
func (l *Link) State(hall string) director.HallState {
	l.mu.Lock()
	defer l.mu.Unlock()
	if h := l.halls[hall]; h != nil {
		return h.state
	}
	return director.HallState{}
}

// trouble says what is wrong with a hall, once.
func (l *Link) trouble(hall string, h *linked, what string) {
	l.mu.Lock()
	is := h.told != what
	h.told = what
	l.mu.Unlock()
	if is {
		l.Say(fmt.Sprintf("hall %s: %s", hall, what))
	}
}

// hear takes what a hall says. It is called by the bus, one at a time.
func (l *Link) hear(c config.HallConfig, h *linked, data []byte) {
	m, err := decode(data)
	switch {
	case err != nil:
		l.trouble(c.Name, h, err.Error())
	case m.State != nil && m.State.Key != c.Key:
		l.trouble(c.Name, h, fmt.Sprintf("a hall of this name is there with the key %.80q, and the contest's file has %q; it gets no games", m.State.Key, c.Key))
	case m.State != nil:
		l.mu.Lock()
		h.state = director.HallState{Heard: time.Now(), Broken: slices.Clone(m.State.Broken), Absent: slices.Clone(m.State.Absent)}
		l.mu.Unlock()
	case m.Game != nil:
		l.mu.Lock()
		defer l.mu.Unlock()
		select {
		case h.games <- m.Game: // a nil channel takes none
		default: // it comes again
		}
	}
}

// take takes a game in and answers. What cannot be taken in now, as on a full disk, gets no answer and comes again.
func (l *Link) take(hall string, h *linked, g *game) {
	refused := ""
	text, err := unpack(g.Record)
	if err != nil {
		refused = fmt.Sprintf("its record is damaged: %v", err)
	} else if refused, err = l.HandIn(hall, g.Contest, tournament.HandIn{Game: g.Game, Record: text, Signature: g.Signature}); err != nil {
		return
	}
	data := (&message{Answer: &answer{Contest: g.Contest, Game: g.Game, Refused: refused}}).encode()
	if err := l.Bus.Publish(toHall(hall), data); err != nil {
		l.trouble(hall, h, err.Error())
	}
}
