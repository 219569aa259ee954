package director

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/report"
	"github.com/loopline/loopline/contest/series"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/vfs"
)

// gameSlot plays one match, game after game.
type gameSlot struct {
	director *Director
	match    string
	hall     string // that plays it; empty here
	entrants []int
	cancel   func() // ends the match
	err      error  // why the contest cannot go on

	mu   sync.Mutex
	game string // in play, with its attempt
	stop func() // ends the game

	players []slotPlayer // as in entrants
	record  *record.File
	verdict *record.Event // that Watch has still to see
}

type slotPlayer struct {
	player  series.PlayerConn
	seat    int // for which it was opened
	address string
	stderr  *host.StderrLog
}

// play plays the match to its end.
func (t *gameSlot) play(ctx context.Context) error {
	defer t.closePlayers()
	for {
		if t.hall == "" {
			t.director.gate.pass(ctx)
		}
		switch err := t.playGame(ctx); {
		case errors.Is(err, errGone), errors.Is(err, errMissing), err != nil && ctx.Err() != nil:
			return nil
		case err != nil:
			return fmt.Errorf("%s: %w", t.match, err)
		}
	}
}

func (t *gameSlot) closePlayers() {
	for side := range t.players {
		t.closePlayer(side)
	}
	if t.record != nil {
		_ = t.awaitSpace(t.director.lookouts.run, t.record.Flush) // Close has its error
		if err := t.record.Close(); t.err == nil {
			t.err = err
		}
	}
}

func (t *gameSlot) closePlayer(side int) {
	if p := &t.players[side]; p.player != nil {
		_ = p.player.Close()
		*p = slotPlayer{}
	}
}

// playGame plays the next game of the match.
func (t *gameSlot) playGame(ctx context.Context) error {
	if t.hall != "" {
		return t.playInHall(ctx)
	}
	id := t.saySides()
	if id == "" {
		return errGone
	}
	missing, err := t.await(host.WithGame(ctx, id))
	if err != nil {
		return err
	}
	if len(missing) > 0 {
		if err := t.forfeit(ctx, missing); err != nil {
			return err
		}
	}
	g, err := t.begin(ctx, missing)
	if errors.Is(err, errMoved) {
		return nil // the next try opens it where it is now
	}
	if err != nil {
		return err
	}
	gameCtx, stop := context.WithCancel(ctx)
	defer stop()
	t.mu.Lock()
	t.game, t.stop = g.ID, stop
	t.mu.Unlock()
	v, err := t.referee(gameCtx, g)
	t.mu.Lock()
	t.game = ""
	t.mu.Unlock()
	switch {
	case gameCtx.Err() != nil && (err != nil || v.Reason == host.ReasonInterrupted):
		t.show(g)
		for side := range t.players {
			t.closePlayer(side) // they may still think about it
		}
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("%s: %w", g.ID, err)
	}
	if err := t.finish(ctx, g, v); err != nil {
		return err
	}
	t.show(g)
	return nil
}

// saySides tells who sits where in the next game, and returns a key of that game alone.
func (t *gameSlot) saySides() (id string) {
	var names, addresses []string
	_ = t.director.Log.View(func(d *tournament.Tournament) {
		m := d.Match(t.match)
		if m == nil || m.Next() == 0 || !slices.Equal(m.Entrants, t.entrants) {
			return
		}
		id = d.NextID(m)
		for _, e := range m.Game(m.Next()).Seats {
			names, addresses = append(names, d.Entrants[e].Name), append(addresses, d.Entrants[e].Address)
		}
	})
	if id == "" || t.director.Sides == nil {
		return id
	}
	if text := t.director.Sides(names, addresses); text != "" {
		t.director.Say(id + ": " + text)
	}
	return id
}

// show lets Watch see the verdict.
func (t *gameSlot) show(g *tournament.NextGame) {
	if t.verdict != nil {
		t.director.Watch(g.ID, *t.verdict)
	}
	t.verdict = nil
}

// append decides as DecisionLog.Append does. It waits while another process keeps the decisions locked,
// or the disk is full.
func (t *gameSlot) append(ctx context.Context, decide func(*tournament.Tournament) (*tournament.Decision, error)) (c *tournament.Decision, err error) {
	err = t.awaitSpace(ctx, func() error {
		c, err = t.director.Log.Append(decide)
		return err
	})
	return c, err
}

// awaitSpace calls do until it neither finds the disk full nor a file locked, or ctx ends.
func (t *gameSlot) awaitSpace(ctx context.Context, do func() error) error {
	return t.director.awaitSpace(ctx, time.Duration(t.entrants[0]+1)*time.Microsecond, do)
}

// begin decides that the next game starts: of a heat, without those who are missing or have left.
func (t *gameSlot) begin(ctx context.Context, missing []int) (*tournament.NextGame, error) {
	var g *tournament.NextGame
	_, err := t.append(ctx, func(d *tournament.Tournament) (*tournament.Decision, error) {
		m := d.Match(t.match)
		if m == nil || m.Next() == 0 || m.Postponed || !slices.Equal(m.Entrants, t.entrants) {
			return nil, errGone
		}
		g = d.NextGame(m, missing)
		if len(g.Seats) < 2 || slices.ContainsFunc(g.Seats, func(side int) bool { return t.players[side].player == nil }) {
			return nil, errGone // somebody came or left meanwhile
		}
		for _, side := range g.Seats {
			at, e := d.PlaysAt(m, m.Next(), m.Entrants[side]), d.Entrants[m.Entrants[side]]
			if t.players[side].address != at {
				return nil, errMoved
			}
			if _, _, atDesk := config.ParseDesk(e.Address); !atDesk && at != e.AddressHere() {
				g.Reseeded[side] = at
			}
		}
		return g.Started(), nil
	})
	if err != nil {
		return nil, err
	}
	return g, nil
}

// referee plays a game and records it.
func (t *gameSlot) referee(ctx context.Context, g *tournament.NextGame) (host.Verdict, error) {
	d := t.director
	if t.record == nil {
		record, err := t.openRecord(ctx)
		if err != nil {
			return host.Verdict{}, err
		}
		t.record = record
		t.record.KeepWhileFull()
	}
	m, err := d.Match(g.Setup, g.HostSeats()...)
	if err != nil {
		return host.Verdict{}, err
	}
	m.ID, m.Record, m.Version, m.Pace = g.ID, t.record, d.Version, d.Pace
	if d.stalls != nil {
		m.MaxCompensation, m.Stalls = g.Setup.Config.Credit.Most, d.stalls
		m.VoidCredited = g.Setup.Config.Credit.Replay
	}
	if d.Watch != nil {
		m.Watch = func(e record.Event) {
			if e.Type == record.EventVerdict {
				t.verdict = &e // shown when it is decided upon: until then a loss of power takes it back
				return
			}
			d.Watch(g.ID, e)
		}
	}
	for seat, side := range g.Seats {
		p, s := t.players[side].player, &m.Seats[seat]
		series.Sit(s, p)
		if notice := series.CreditNotice(p); notice != "" && d.stalls != nil {
			d.uncounted.Do(func() { d.Say(g.Names[seat] + ": " + notice) })
		}
		s.Suspend = t.gated(ctx, nil)
		for _, v := range g.Versions {
			if v.Entrant == g.Names[seat] {
				m.Log(seat, v.LogText()) // before what the player itself writes there
			}
		}
		if at := g.Reseeded[side]; at != "" {
			m.Log(seat, "plays as "+at)
		}
		t.players[side].stderr.Attach(m, seat)
		p.LogAnswers(func(text string) { m.Log(seat, text) })
	}
	t.pause(ctx, m, g)
	d.Say(g.ID + ": " + strings.Join(g.Names, " - "))
	v, err := d.play(ctx, m)
	if f := v.Foul; f != nil && f.Mute() {
		p := t.players[g.Seats[f.Seat]]
		f.Diagnose(ctx, p.player)
		d.Say(fmt.Sprintf("%s: %s: %s", g.ID, g.Names[f.Seat], f.Detail))
		for _, line := range p.stderr.TakeTail() {
			d.Say(fmt.Sprintf("%s: %s: stderr: %s", g.ID, g.Names[f.Seat], line))
		}
	}
	for seat, side := range g.Seats {
		fouled := v.Foul != nil && v.Foul.Seat == seat
		if !t.players[side].player.Reusable() || fouled || v.Reason == host.ReasonHost || err != nil || ctx.Err() != nil {
			t.closePlayer(side)
		}
	}
	return v, err
}

// play plays a game, and tells of it while it does.
func (d *Director) play(ctx context.Context, m *host.Game) (host.Verdict, error) {
	if d.Playing != nil {
		defer d.Playing()()
	}
	return m.Run(ctx)
}

// gated is a player's Pause by which it waits while the contest is paused, or the disk full. Pause is
// its own, or nil where it may think while it is not asked.
func (t *gameSlot) gated(ctx context.Context, pause func(stop bool)) func(stop bool) {
	return func(stop bool) {
		if !stop {
			_ = t.awaitSpace(ctx, t.record.Flush) // other errors of the record end the game
			t.director.gate.pass(ctx)
		}
		if pause != nil {
			pause(stop)
		}
	}
}

// pause has players stopped that are not asked, if the config says so or one of them could
// take the processors from the others.
func (t *gameSlot) pause(ctx context.Context, m *host.Game, g *tournament.NextGame) {
	d, ponder := t.director, g.Setup.Config.Ponder
	var players []series.PlayerConn
	for _, side := range g.Seats {
		players = append(players, t.players[side].player)
	}
	crowd := ponder == "" && series.Crowding(players...)
	if ponder != config.PonderOff && !crowd {
		return
	}
	for seat, side := range g.Seats {
		pause := t.players[side].player.Suspend()
		m.Seats[seat].Suspend, m.Seats[seat].Apart = t.gated(ctx, pause), pause != nil
		if crowd && pause != nil {
			m.Log(seat, series.StoppedInLog)
		}
	}
	if crowd {
		d.stopping.Do(func() { d.Say(series.Stopping) })
	}
}

// openRecord opens the record of the match. It waits while another process keeps it locked, or
// the disk is full.
func (t *gameSlot) openRecord(ctx context.Context) (r *record.File, err error) {
	var files vfs.FS
	name := ""
	_ = t.director.Log.View(func(d *tournament.Tournament) { files, name = d.Env.FS(), d.Record(t.match) })
	err = t.awaitSpace(ctx, func() error {
		if r, err = record.OpenOn(files, name); err == nil {
			if err = files.SyncDir(filepath.Dir(name)); err != nil {
				err = errors.Join(err, r.Close())
			}
		}
		if vfs.IsFull(err) {
			return &vfs.FullError{File: name, Err: err}
		}
		return err
	})
	return r, err
}

// finish writes down what came out, unless the director has decided meanwhile.
func (t *gameSlot) finish(ctx context.Context, g *tournament.NextGame, v host.Verdict) error {
	if err := t.awaitSpace(ctx, t.record.Sync); err != nil {
		return err // a decision on a verdict that may be lost would not follow from its record
	}
	c, err := t.append(ctx, func(d *tournament.Tournament) (*tournament.Decision, error) {
		match, number, attempt, err := tournament.ParseGameID(g.ID)
		m := d.Match(match)
		if err != nil || m == nil {
			return nil, err
		}
		if game := m.Game(number); game.State != tournament.Playing || game.Attempt != attempt {
			return nil, nil
		}
		return d.OutcomeOfVerdict(m, g, v, t.record.Chain().Sum())
	})
	if c != nil {
		t.director.Say(g.ID + ": " + c.Words())
		t.director.sayNetwork(c)
		t.director.sayCredited(c)
	}
	return err
}

// forfeit gives what is left of the match to whoever is there. It returns nil where a heat is played by
// others.
func (t *gameSlot) forfeit(ctx context.Context, missing []int) error {
	for plays := false; ; {
		c, err := t.append(ctx, func(d *tournament.Tournament) (*tournament.Decision, error) {
			m := d.Match(t.match)
			if m == nil || m.Next() == 0 {
				return nil, nil
			}
			var c *tournament.Decision
			c, plays = d.Absence(m, missing, t.director.lookouts.unprepared(missing))
			return c, nil
		})
		if err != nil {
			return err
		}
		if c == nil && plays {
			return nil
		}
		if c == nil {
			return errGone
		}
		who := slices.DeleteFunc(append(slices.Clone(c.Absent), c.Entrant), func(name string) bool { return name == "" })
		t.director.Say(fmt.Sprintf("%s: %s was not there", t.match, strings.Join(who, ", ")))
	}
}

// await opens the players that do not sit here yet, and waits for those that are
// missing. It returns who has not come in time. The seats of a heat are those of a game without them,
// so that who was opened for another seat is opened again.
func (t *gameSlot) await(ctx context.Context) (missing []int, err error) {
	for expected := t.knownMissing(); ; expected = missing {
		more, err := t.openAll(ctx, expected, missing)
		if err != nil {
			return nil, err
		}
		missing = append(missing, more...)
		if slices.Equal(slices.Sorted(slices.Values(missing)), slices.Sorted(slices.Values(expected))) || !t.heat() {
			return missing, nil
		}
	}
}

// openAll opens the players that do not sit here yet, for their seats in a game without some, but
// for those that are known to be missing. It returns who else is missing.
func (t *gameSlot) openAll(ctx context.Context, without, known []int) (missing []int, err error) {
	var opening sync.WaitGroup
	came, wait := make([]bool, len(t.players)), make([]bool, len(t.players))
	for side, seat := range t.nextSeats(without) {
		if seat < 0 || slices.Contains(known, t.entrants[side]) {
			t.closePlayer(side)
			came[side] = true // in vain: it has left
			continue
		}
		if p := t.players[side]; p.player != nil && p.player.Alive(ctx) && p.address == t.addressOf(side) &&
			(p.player.Reusable() || p.seat == seat) {
			came[side] = true
			continue
		}
		t.closePlayer(side)
		opening.Go(func() { came[side], wait[side] = t.open(ctx, side, seat) })
	}
	opening.Wait()
	for side, here := range came {
		if here || ctx.Err() != nil {
			continue
		}
		missing = append(missing, t.entrants[side])
		if t.director.lookouts.hostFault(t.entrants[side]) != "" {
			continue // it may be there
		}
		if err := t.awaitSpace(ctx, func() error { return t.director.presence(tournament.Missing, t.nameOf(side)) }); err != nil {
			return nil, err
		}
	}
	if ctx.Err() == nil && !slices.Contains(wait, true) {
		return missing, nil
	}
	for side, here := range came {
		if p := &t.players[side]; here && p.player != nil && ctx.Err() == nil {
			t.director.lookouts.keep(t.entrants[side], *p)
			*p = slotPlayer{}
		}
	}
	return nil, cmp.Or(ctx.Err(), errMissing)
}

// heat reports whether the match is a heat.
func (t *gameSlot) heat() (heat bool) {
	_ = t.director.Log.View(func(d *tournament.Tournament) { m := d.Match(t.match); heat = m != nil && m.IsHeat() })
	return heat
}

// knownMissing lists who was missing in a heat when it was looked for last.
func (t *gameSlot) knownMissing() (missing []int) {
	_ = t.director.Log.View(func(d *tournament.Tournament) {
		if m := d.Match(t.match); m != nil && m.IsHeat() {
			missing = t.director.awaited(d, m)
		}
	})
	return missing
}

// nextSeats returns the seat for which each side is opened in the next game, without some; None for those of
// a heat who have left.
func (t *gameSlot) nextSeats(without []int) []int {
	seats := make([]int, len(t.entrants))
	_ = t.director.Log.View(func(d *tournament.Tournament) {
		m := d.Match(t.match)
		for side, e := range t.entrants {
			switch {
			case m == nil || m.Next() == 0 || !slices.Equal(m.Entrants, t.entrants):
				seats[side] = side
			case m.IsHeat() && d.Entrants[e].Withdrawn:
				seats[side] = tournament.None
			default:
				seats[side] = t.director.seatFor(d, m, e, without)
			}
		}
	})
	return seats
}

// seatFor is the seat for which an entrant is opened in the next game of a match without some: that of the
// game, or, where its seat is kept, that of the whole heat. Who is missing is opened for the seat that it
// would have.
func (d *Director) seatFor(day *tournament.Tournament, m *tournament.Match, entrant int, without []int) int {
	var none []int
	if d.KeepsSeat == nil || !d.KeepsSeat(day.PlaysAt(m, m.Next(), entrant)) {
		none = slices.DeleteFunc(day.LeftOut(m, without), func(e int) bool { return e == entrant })
	}
	return slices.Index(m.SeatsWithout(m.Next(), none), entrant)
}

func (t *gameSlot) nameOf(side int) (name string) {
	_ = t.director.Log.View(func(d *tournament.Tournament) { name = d.Entrants[t.entrants[side]].Name })
	return name
}

func (t *gameSlot) addressOf(side int) (address string) {
	_ = t.director.Log.View(func(d *tournament.Tournament) {
		address = d.Entrants[t.entrants[side]].AddressHere()
		if m := d.Match(t.match); m != nil && m.Next() > 0 && slices.Equal(m.Entrants, t.entrants) {
			address = d.PlaysAt(m, m.Next(), t.entrants[side])
		}
	})
	return address
}

// open waits for a player, and reports whether it came, and whether it is still waited for: it
// is missing, and the table is free for others until it comes or its wait is over.
func (t *gameSlot) open(ctx context.Context, side, seat int) (came, missing bool) {
	var wait time.Duration
	var e tournament.Entrant
	_ = t.director.Log.View(func(d *tournament.Tournament) { wait, e = time.Duration(d.Config.Wait), *d.Entrants[t.entrants[side]] })
	d := t.director
	for ctx.Err() == nil {
		l := d.lookFor(e.Index, e.Name, t.addressOf(side), seat)
		left := wait - l.wait.passed()
		// Those who are missing at once are decided upon in the order of the entrants, and never at a poll.
		timer := time.NewTimer(max(0, min(left, missingAfter)) + time.Duration(e.Index)*time.Millisecond + time.Microsecond)
		select {
		case <-l.ready:
		default:
			select {
			case <-l.ready:
			case <-ctx.Done():
			case <-timer.C:
			}
		}
		timer.Stop()
		switch {
		case l.isReady():
		case ctx.Err() != nil:
			return false, false
		default:
			return false, left > missingAfter || l.wait.hostFault() != "" || l.wait.starting()
		}
		if !d.lookouts.take(l) {
			continue
		}
		p := l.player
		if p.address == t.addressOf(side) && (p.player.Reusable() || p.seat == seat) && p.player.Alive(ctx) {
			t.players[side] = p
			_ = d.decidePresence(tournament.Present, e.Name) // the next decision fails with it
			return true, false
		}
		_ = p.player.Close()
	}
	return false, false
}

// sayCredited tells of answers of a game that count by credit.
func (d *Director) sayCredited(c *tournament.Decision) {
	if len(c.Credited) > 0 && !c.Void {
		d.Say(strings.TrimSpace(report.CreditNote{Game: c.Game, Credited: c.Credited, Hangs: c.HangsOnCredit}.String()))
	}
}
