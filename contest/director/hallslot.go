package director

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/audit"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/stalls"
	"github.com/loopline/loopline/internal/humanize"
)

// HallLink reaches the other halls of a contest over a network that may be cut. Its methods return at once.
type HallLink interface {
	// Order replaces all orders of a hall.
	Order(hall string, orders HallOrders)

	// State is what the hall said last.
	State(hall string) HallState
}

// HallOrders lists every game that a hall is to play.
type HallOrders struct {
	Contest  string                 `json:"contest"`  // the sum of its first decision
	Decision int                    `json:"decision"` // of which the orders are: a list of an earlier one is old
	Plan     string                 `json:"plan"`     // the contest's file, as its settings are now
	Paused   bool                   `json:"paused,omitempty"`
	Games    []tournament.HallOrder `json:"games"`
}

// HallState holds what a hall said of itself last.
type HallState struct {
	Heard  time.Time     // when it last said something, by a clock that no one sets; zero for never
	Broken []string      // games whose play ended too early, as when the hall was killed: they are played again
	Absent []HallAbsence // games that wait for players
}

// HallAbsence is a game that waits for players.
type HallAbsence struct {
	Game     string        `json:"game"`
	Entrants []string      `json:"entrants"`
	For      time.Duration `json:"for"`
}

// hallSilence is the silence of a hall after which it counts as cut off.
const hallSilence = 5 * time.Second

// hallDirector is the part of a director that other halls need.
type hallDirector struct {
	orders map[string]tournament.HallOrder // of the games in play
	taking sync.Mutex                      // held while a game that is handed in is looked at
	mu     sync.Mutex
	began  time.Time
	back   map[string]bool // games that were taken back from their hall

	without map[string][]int // the missing entrants of heats, by match, that are waited for no more
}

// lostFor is for how long a hall has said nothing.
func (d *Director) lostFor(hall string) time.Duration {
	heard := d.halls.began
	if s := d.Halls.State(hall); s.Heard.After(heard) {
		heard = s.Heard
	}
	return time.Since(heard)
}

// followHalls decides that halls came or were cut off.
func (d *Director) followHalls() error {
	if d.Halls == nil {
		return nil
	}
	var changed []tournament.Decision
	if err := d.Log.View(func(day *tournament.Tournament) {
		for _, h := range day.Halls() {
			heard := d.Halls.State(h.Name).Heard
			switch here := !heard.IsZero() && time.Since(heard) < hallSilence; {
			case here && !h.Here:
				changed = append(changed, tournament.Decision{Type: tournament.HallCame, Hall: h.Name})
			case !here && h.Here && d.lostFor(h.Name) >= hallSilence:
				changed = append(changed, tournament.Decision{Type: tournament.HallCut, Hall: h.Name})
			}
		}
	}); err != nil {
		return err
	}
	for _, c := range changed {
		if _, err := d.Log.Append(func(*tournament.Tournament) (*tournament.Decision, error) { return &c, nil }); err != nil {
			if d.waits(err) {
				return nil
			}
			return err
		}
		if c.Type == tournament.HallCame {
			d.Say(fmt.Sprintf("the hall %s is connected", c.Hall))
		} else {
			d.Say(fmt.Sprintf("the hall %s is cut off; it plays its games to the end and hands them in later", c.Hall))
		}
	}
	return nil
}

// orderHalls tells every hall what it is to play.
func (d *Director) orderHalls(day *tournament.Tournament) error {
	if d.Halls == nil || len(day.Config.Halls) == 0 {
		return nil
	}
	known, orders := map[string]tournament.HallOrder{}, map[string][]tournament.HallOrder{}
	var failed error
	day.Matches(func(m *tournament.Match) {
		g := m.Playing()
		if g == nil || g.Hall == "" || d.tookBack(g.AttemptID()) {
			return
		}
		o, ok := d.halls.orders[g.AttemptID()]
		if !ok {
			var err error
			if o, _, err = day.Order(g.AttemptID()); err != nil {
				failed = err
				return
			}
		}
		known[g.AttemptID()] = o
		o.Seats = slices.Clone(o.Seats)
		for i := range o.Seats {
			if s := &o.Seats[i]; !s.PlaysAs {
				s.Address = day.Entrants[g.Seats[i]].Address // it may have changed
			}
		}
		orders[g.Hall] = append(orders[g.Hall], o)
	})
	d.halls.orders = known
	for _, h := range day.Config.Halls {
		d.Halls.Order(h.Name, HallOrders{
			Contest: day.Decisions[0].Sum, Decision: len(day.Decisions), Plan: day.Config.Text(), Paused: day.Paused, Games: orders[h.Name],
		})
	}
	return failed
}

// place is where a match may be played now; "" is here. Tables counts those that are taken, by hall. A game in play
// stays where it is unless it was taken back.
func (d *Director) place(day *tournament.Tournament, m *tournament.Match, tables map[string]int) (hall string, ok bool) {
	if g := m.Playing(); g != nil && g.Hall != "" && d.Halls != nil && !d.tookBack(g.AttemptID()) {
		return g.Hall, true
	}
	free := func(h *config.HallConfig) bool {
		return d.Halls != nil && day.HallHere(h.Name) && tables[h.Name] < h.Tables
	}
	here := tables[""] < day.Config.Tables
	switch hall, fixed := day.PlaceOf(m); {
	case hall == "" && here:
		return "", true
	case hall == "" && fixed:
		return "", false
	case hall != "":
		if h := day.Config.Hall(hall); free(h) {
			return hall, true
		}
		lost := d.Halls == nil || d.lostFor(hall) >= time.Duration(day.Config.HallWait)
		return "", lost && here && day.ReachedHere(m)
	}
	for i := range day.Config.Halls {
		if h := &day.Config.Halls[i]; free(h) {
			return h.Name, true
		}
	}
	return "", false
}

// playInHall has the hall of the slot play the next game of the match, and returns when its result is decided, or
// the game was taken back.
func (t *gameSlot) playInHall(ctx context.Context) error {
	d := t.director
	id, err := t.beginInHall(ctx)
	if err != nil {
		return err
	}
	began := time.Now()
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		var wait, hallWait time.Duration
		var elsewhere, over bool
		if err := d.Log.View(func(day *tournament.Tournament) {
			m := day.Match(t.match)
			g := (*tournament.Game)(nil)
			if m != nil {
				g = m.Playing()
			}
			if over = g == nil || g.AttemptID() != id; over {
				return
			}
			wait, hallWait = time.Duration(day.Config.Wait), time.Duration(day.Config.HallWait)
			_, fixed := day.PlaceOf(m)
			elsewhere = !fixed || day.ReachedHere(m)
		}); err != nil {
			return err
		}
		if over {
			return nil
		}
		state := d.Halls.State(t.hall)
		if slices.Contains(state.Broken, id) {
			return d.takeBack(id, t.hall, "the hall was stopped while it played")
		}
		if silent := min(d.lostFor(t.hall), time.Since(began)); silent >= hallWait && elsewhere {
			return d.takeBack(id, t.hall, fmt.Sprintf("the hall has been silent for %s", humanize.Duration(silent)))
		}
		if err := t.absentInHall(ctx, id, state, wait); err != nil {
			return err
		}
	}
}

// takeBack has a game played again at its next attempt. What the hall hands in of it still counts until then.
func (d *Director) takeBack(game, hall, why string) error {
	d.halls.mu.Lock()
	d.halls.back[game] = true
	d.halls.mu.Unlock()
	d.Say(fmt.Sprintf("%s is taken back from the hall %s: %s; it is played again", game, hall, why))
	return errGone
}

// beginInHall decides that the next game starts in the hall, unless it plays there already.
func (t *gameSlot) beginInHall(ctx context.Context) (id string, err error) {
	_, err = t.append(ctx, func(d *tournament.Tournament) (*tournament.Decision, error) {
		m := d.Match(t.match)
		if m == nil || m.Next() == 0 || m.Postponed && !m.InPlay() || !slices.Equal(m.Entrants, t.entrants) {
			return nil, errGone
		}
		if g := m.Playing(); g != nil && g.Hall == t.hall && !t.director.tookBack(g.AttemptID()) {
			id = g.AttemptID()
			return nil, nil
		}
		g := d.NextGame(m, t.director.halls.notAwaited(d, m))
		if len(g.Seats) < 2 {
			return nil, errGone
		}
		after, err := d.RecordSum(m)
		if err != nil {
			return nil, err
		}
		id = g.ID
		c := g.Started()
		c.Hall, c.After = t.hall, after
		return c, nil
	})
	if err == nil {
		t.director.Say(fmt.Sprintf("%s: in the hall %s", id, t.hall))
	}
	return id, err
}

func (d *Director) tookBack(game string) bool {
	d.halls.mu.Lock()
	defer d.halls.mu.Unlock()
	return d.halls.back[game]
}

// absentInHall decides who is missing in a hall, and on their games when their wait is over.
func (t *gameSlot) absentInHall(ctx context.Context, id string, state HallState, wait time.Duration) error {
	d := t.director
	var absent HallAbsence
	for _, a := range state.Absent {
		if a.Game == id {
			absent = a
		}
	}
	var missing []int
	for _, e := range t.entrants {
		var name string
		var is, away bool
		_ = d.Log.View(func(day *tournament.Tournament) {
			name, away = day.Entrants[e].Name, !day.Entrants[e].Missing.IsZero()
			is = slices.ContainsFunc(absent.Entrants, func(name string) bool { return day.IsNamed(e, name) })
		})
		if is {
			missing = append(missing, e)
		}
		if is != away && (is && absent.For >= missingAfter || away && t.hallFresh()) {
			if err := d.decidePresence(map[bool]string{true: tournament.Missing, false: tournament.Present}[is], name); err != nil {
				return err
			}
		}
	}
	if len(missing) == 0 || absent.For < wait {
		return nil
	}
	if err := t.forfeit(ctx, missing); err != nil {
		return err
	}
	d.halls.mu.Lock()
	d.halls.without[t.match] = missing
	d.halls.mu.Unlock()
	return d.takeBack(id, t.hall, "an entrant of the heat was not there")
}

// notAwaited lists who is missing in a heat and waited for no more.
func (h *hallDirector) notAwaited(d *tournament.Tournament, m *tournament.Match) []int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(h.without[m.ID]), func(e int) bool { return d.Entrants[e].Missing.IsZero() })
}

// hallFresh reports whether what the hall of the slot said is of now.
func (t *gameSlot) hallFresh() bool { return t.director.lostFor(t.hall) < hallSilence }

// refusal is why a game that is handed in is not taken, in a sentence.
type refusal string

func (r refusal) Error() string { return string(r) }

func refusef(format string, args ...any) error { return refusal(fmt.Sprintf(format, args...)) }

// HandIn takes in a game that a hall played: its record is verified against the order and the rules, and its
// result is decided once, however often it comes. Refused is the sentence of one that is not taken, and never
// will be; after an error it may be handed in again. It may be called concurrently with [Director.Run].
func (d *Director) HandIn(hall, contest string, in tournament.HandIn) (refused string, err error) {
	d.halls.taking.Lock()
	defer d.halls.taking.Unlock()
	c, err := d.takeIn(hall, contest, in)
	var r refusal
	switch {
	case errors.As(err, &r):
		d.Say(fmt.Sprintf("the hall %s hands in %.60q, which is refused: %s", hall, in.Game, r))
		return string(r), nil
	case err != nil:
		if !d.waits(err) {
			d.Say(fmt.Sprintf("%.60q of the hall %s cannot be taken in now: %v", in.Game, hall, err))
		}
		return "", err
	case c != nil:
		d.Say(fmt.Sprintf("%s: %s; handed in by the hall %s", c.Game, c.Words(), hall))
		d.sayNetwork(c)
	}
	return "", nil
}

// takeIn decides on a game that is handed in; the decision is nil where it was before. What takes long is done
// while the decisions are not locked: nobody else writes to the record meanwhile.
func (d *Director) takeIn(hall, contest string, in tournament.HandIn) (c *tournament.Decision, err error) {
	sum, err := LastSum(in.Record)
	if err != nil {
		return nil, err
	}
	var recorded *record.Game
	var after string
	taken := false
	if verr := d.Log.View(func(day *tournament.Tournament) {
		var g *tournament.Game
		if _, g, err = ordered(day, hall, contest, in, sum); err != nil {
			return
		}
		if after, taken = g.After, g.State != tournament.Playing; taken {
			err = handedInBefore(day, in.Game, sum)
		}
	}); verr != nil || err != nil || taken {
		return nil, cmp.Or(verr, err)
	}
	if recorded, err = d.checkHandIn(after, in, sum); err != nil {
		return nil, err
	}
	return d.Log.Append(func(day *tournament.Tournament) (*tournament.Decision, error) {
		m, g, err := ordered(day, hall, contest, in, sum)
		if err != nil {
			return nil, err
		}
		if g.State != tournament.Playing {
			return nil, handedInBefore(day, in.Game, sum)
		}
		if err := d.asOrdered(day, m, g, recorded); err != nil {
			return nil, err
		}
		c, ok := tournament.OutcomeOfRecord(day, g, m.Entrants, m.Lost, recorded)
		if !ok {
			return nil, refusef("its record ends without a result")
		}
		c.Signature = in.Signature
		return c, day.AppendRecord(m, g.After, in.Record)
	})
}

// ordered finds the game that a hall hands in, whose record ends with a sum.
func ordered(d *tournament.Tournament, hall, contest string, in tournament.HandIn, sum string) (*tournament.Match, *tournament.Game, error) {
	if d.Config.Hall(hall) == nil {
		return nil, nil, refusef("the contest's file has no hall %.40q", hall)
	}
	if contest != d.Decisions[0].Sum {
		return nil, nil, refusef("it is of another contest")
	}
	match, number, attempt, err := tournament.ParseGameID(in.Game)
	m := d.Match(match)
	if err != nil || attempt < 1 || m == nil {
		return nil, nil, refusef("no such game is paired")
	}
	i := d.StartOf(in.Game)
	switch g := m.Game(number); {
	case i < 0:
		return nil, nil, refusef("it was never ordered")
	case d.Decisions[i].Hall == "":
		return nil, nil, refusef("it was ordered from no hall: the director's tables play it")
	case d.Decisions[i].Hall != hall:
		return nil, nil, refusef("it was ordered from the hall %s", d.Decisions[i].Hall)
	case attempt != g.Attempt:
		return nil, nil, refusef("attempt %d was taken back, and attempt %d counts", attempt, g.Attempt)
	case !d.Signed(hall, in.Game, sum, in.Signature):
		return nil, nil, refusef("its signature is not that of the hall %s, whose key is %s in the contest's file", hall, d.Config.Hall(hall).Key)
	default:
		return m, g, nil
	}
}

// handedInBefore is nil for a game that was handed in with that sum, else why it does not count.
func handedInBefore(d *tournament.Tournament, game, sum string) error {
	for i := range d.Decisions {
		if c := &d.Decisions[i]; c.Type == tournament.Finished && c.Game == game {
			if c.Record == sum {
				return nil
			}
			return refusef("another record of it was handed in before")
		}
	}
	return refusef("the director decided on it meanwhile")
}

// LastSum is the sum of the last line of the record of a game that is handed in, which covers it.
func LastSum(text []byte) (string, error) {
	if len(text) > tournament.MaxHandIn {
		return "", refusef("its record has more than %d bytes", tournament.MaxHandIn)
	}
	const key, end = `,"sum":"`, "\"}\n"
	body, ok := bytes.CutSuffix(text, []byte(end))
	at := bytes.LastIndex(body, []byte(key))
	if !ok || at < 0 || !record.IsSum(string(body[at+len(key):])) {
		return "", refusef("its record is truncated: it does not end with a whole line")
	}
	return string(body[at+len(key):]), nil
}

// checkHandIn reads and verifies a record of one game, which follows a line of the match's record.
func (d *Director) checkHandIn(after string, in tournament.HandIn, sum string) (found *record.Game, err error) {
	a := audit.Auditor{Verify: func(g *record.Game) (host.ReplayReport, error) {
		if found != nil {
			return host.ReplayReport{}, refusef("its record holds more than one game")
		}
		found = g
		return d.Verify(g)
	}}
	text := io.MultiReader(strings.NewReader(record.ExcerptLine(after)), bytes.NewReader(in.Record))
	for f, err := range a.Record(record.Named(text, "record")) {
		switch {
		case err != nil:
			return nil, err
		case f.Status != audit.OK:
			return nil, refusef("its record does not hold: %.300s", f.String())
		}
	}
	switch {
	case found == nil || found.Verdict() == nil:
		return nil, refusef("its record holds no whole game")
	case found.Header().ID != in.Game:
		return nil, refusef("its record is of the game %.60q", found.Header().ID)
	case found.Header().Line != 2 || found.Verdict().Sum != sum:
		return nil, refusef("its record holds more than the game")
	}
	return found, nil
}

// asOrdered wants a game to be played by those who were to, by the same rules, options and limits.
func (d *Director) asOrdered(day *tournament.Tournament, m *tournament.Match, g *tournament.Game, recorded *record.Game) error {
	if _, err := day.SatDown(recorded, g.Number, g.Seats); err != nil {
		return refusef("%v", err)
	}
	if err := day.PlayedOn(m, g.Number, recorded); err != nil {
		return refusef("%v", err)
	}
	order, setup, err := day.Order(g.AttemptID())
	if err != nil {
		return err
	}
	seats := make([]host.Seat, len(order.Seats))
	for i, s := range order.Seats {
		seats[i].Address = s.Entrant
	}
	want, err := d.Match(setup, seats...)
	if err != nil {
		return err
	}
	is := recorded.Header()
	switch credit := is.Credit.Duration(); {
	case is.Game != want.Name:
		return refusef("it is of the game %.40q, and %s was ordered", is.Game, want.Name)
	case is.ValidateLimits(want.Limits) != nil:
		return refusef("it was played by other limits than ordered: %v", is.ValidateLimits(want.Limits))
	case !maps.Equal(is.Options, want.Options):
		return refusef("it was played with other options than ordered")
	case is.Strict != want.Strict || credit > setup.Config.Credit.Most || credit > 0 && is.CreditVoid != setup.Config.Credit.Replay:
		return refusef("it was played by other rules than ordered")
	}
	return nil
}

// PlayOrder plays a game that the director of a contest elsewhere ordered, and records it in r, whose chain
// follows the order's After. Plan is the contest's file. The director needs no Log. Absent is called with the
// entrants that are not there, and since when, whenever that changes; with none, the game begins.
func (d *Director) PlayOrder(ctx context.Context, plan *config.Config, o tournament.HallOrder, r *record.File, absent func(names []string, since time.Time)) (host.Verdict, error) {
	settings := *plan
	for _, c := range o.Changed {
		if err := settings.Set(c.Key, c.Value); err != nil {
			return host.Verdict{}, err
		}
	}
	t := &gameSlot{director: d, match: o.Game, players: make([]slotPlayer, len(o.Seats)), record: r}
	g := &tournament.NextGame{ID: o.Game, Setup: tournament.GameSetup{Config: &settings, Move: o.Move, Options: o.Options}, Reseeded: map[int]string{}}
	for i, s := range o.Seats {
		t.entrants = append(t.entrants, i)
		g.Seats, g.Names = append(g.Seats, i), append(g.Names, s.Entrant)
		if s.PlaysAs {
			g.Reseeded[i] = s.Address
		}
	}
	defer func() {
		for side := range t.players {
			t.closePlayer(side)
		}
	}()
	if err := t.openOrdered(ctx, o, absent); err != nil {
		return host.Verdict{}, err
	}
	d.gate.pass(ctx)
	absent(nil, time.Time{})
	v, err := t.referee(ctx, g)
	t.show(g)
	return v, err
}

// openOrdered opens all players of an order, and tries again until they are there or ctx ends.
func (t *gameSlot) openOrdered(ctx context.Context, o tournament.HallOrder, absent func([]string, time.Time)) error {
	d, since := t.director, time.Now()
	again := d.Again
	if again == 0 {
		again = 2 * time.Second
	}
	ctx = host.WithGame(ctx, o.Game)
	type opened struct {
		side  int // None when ctx has ended
		is    slotPlayer
		fault bool // this machine cannot open the player yet
	}
	came := make(chan opened)
	for side, s := range o.Seats {
		go func() {
			said := ""
			var wait wait
			for {
				out := &host.StderrLog{}
				p, err := d.Open(ctx, s.Entrant, side, s.Address, out)
				if err == nil {
					came <- opened{side: side, is: slotPlayer{p, side, s.Address, out}}
					return
				}
				if fault, due := wait.note(err); due {
					d.sayHostFault(s.Entrant, err)
				} else if text := fmt.Sprintf("waiting for %s on %s: %v", s.Entrant, tournament.WithoutToken(s.Address), err); !fault && text != said && ctx.Err() == nil {
					d.Say(text)
					said = text
				}
				if wait.hostFault() != "" {
					came <- opened{side: side, fault: true}
				}
				select {
				case <-ctx.Done():
					came <- opened{side: tournament.None}
					return
				case <-time.After(again):
				}
			}
		}()
	}
	for open := len(o.Seats); open > 0; {
		var away []string
		for side, s := range o.Seats {
			if t.players[side].player == nil {
				away = append(away, s.Entrant)
			}
		}
		absent(away, since)
		switch c := <-came; {
		case c.fault:
			since = time.Now() // what this machine cannot do is no absence
		case c.side == tournament.None:
			open--
		default:
			t.players[c.side] = c.is
			open--
		}
	}
	return ctx.Err()
}

// Hold holds the players of ordered games back while the contest is paused.
func (d *Director) Hold(paused bool) { d.gate.set(paused) }

// DetectStalls has the players of ordered games credited for stalls of this machine, as those of a contest are,
// until stop is called. Call it before the first PlayOrder.
func (d *Director) DetectStalls() (stop func()) {
	d.stalls = stalls.Start()
	return d.stalls.Close
}
