package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/latency"
)

// timer times a player's answers.
type timer struct {
	o     *latencyOptions
	drill *drill
	heard func(*timedAnswer) // each answer, after its game; nil is not told
	pulse *host.Pulse        // nil when time is simulated
	show  ticker

	wire       latency.Wire // as the address has it
	method     latency.Method
	floor      *latency.Floor // nil when none was measured
	floorFault string         // why the floor is less than was asked for
	answers    []*timedAnswer
	games      int
	partial    string // why the run ended early
	start, end time.Time
}

// timedAnswer is one answer and what it took.
type timedAnswer struct {
	game   *drilled
	ply    int // the number of the answer's own ply, from 1
	tiles  int // on the board before it
	legal  int // moves there were
	width  int
	height int
	stamps latency.Exchange
	latency.Reading
	cycles  *clockCycles  // of a simulated board
	stalled time.Duration // that the host stood still meanwhile
}

// clockCycles are what a simulated board took, counted in its own clock.
type clockCycles struct {
	count int64
	took  time.Duration // all of them
}

// cycleCounter is a simulated player that knows how many of its clock cycles lay
// between the end of the last question and the start of its answer; below 0 if it
// did not wait for the end of the stop bit.
type cycleCounter interface {
	ThinkingCycles() (cycles int64, took time.Duration)
}

func newTimer(o *latencyOptions, address string, stderr io.Writer) *timer {
	t := &timer{
		o: o, drill: newDrill(&o.drillOptions, address, stderr),
		show: ticker{w: stderr, what: "answers timed"}, wire: wireOf(address, o.baud),
	}
	t.method = latency.Method{Wire: t.wire}
	return t
}

// wireOf is the wire that an address is behind. A baud rate of 0 or more goes
// before the address's.
func wireOf(address string, baud int) latency.Wire {
	var w latency.Wire
	if a, err := bridge.ParseAddress(address); err == nil {
		switch a.Scheme {
		case bridge.SchemeSerial:
			w = latency.Wire{Baud: a.Serial.Baud, Bits: 1 + a.Serial.Bits + a.Serial.Stop}
			if a.Serial.Parity != "none" {
				w.Bits++
			}
		case bridge.SchemeUSB:
			w = latency.UART(a.USB.Baud)
		case bridge.SchemeSim:
			w = latency.UART(simBaud(a.Name))
		}
	}
	switch {
	case baud == 0 || w.Baud == 0 && baud < 0:
		return latency.Wire{}
	case baud > 0 && w.Bits == 0:
		return latency.UART(baud)
	case baud > 0:
		w.Baud = baud
	}
	return w
}

// close parts from the player.
func (t *timer) close() {
	t.drill.close()
	if t.pulse != nil {
		t.pulse.Close()
	}
	t.show.done()
	t.end = time.Now()
}

// run measures the floor and times the games. The error of a player that fails
// is a foundError.
func (t *timer) run(ctx context.Context, suite []suitePart) error {
	t.start = time.Now()
	if err := t.drill.open(ctx); err != nil {
		return err
	}
	if _, simulated := simCounter(t.drill.player); !simulated {
		t.pulse = host.StartPulse()
	}
	if err := t.measureFloor(ctx); err != nil {
		return t.stop(err)
	}
	for number := range t.drill.games(suite) {
		g := t.drill.game(number, suite)
		if err := t.play(ctx, g); err != nil {
			return t.stop(err)
		}
		if g.foul != nil {
			return t.stop(&foundError{g.foulWords()})
		}
		t.games++
		if t.o.count > 0 && len(t.answers) >= t.o.count {
			break
		}
	}
	return nil
}

// stop notes why the run ended early.
func (t *timer) stop(err error) error {
	t.partial = describe(err)
	return err
}

// play plays one game and keeps its answers.
func (t *timer) play(ctx context.Context, g *drilled) error {
	leave := g.enough
	g.enough = func() bool {
		return leave() || t.o.count > 0 && len(t.answers) >= t.o.count
	}
	g.sparring.heard = func(string, host.Answer) { t.take(g) }
	first := len(t.answers)
	err := t.drill.play(ctx, g.sparring)
	t.markStalls(t.answers[first:])
	for _, a := range t.answers[first:] {
		if t.heard != nil {
			t.heard(a)
		}
	}
	return err
}

// markStalls notes which answers of a game the host may have stamped late.
func (t *timer) markStalls(answers []*timedAnswer) {
	if t.pulse == nil || len(answers) == 0 {
		return
	}
	stalls := t.pulse.Stalls(answers[0].stamps.Sent, answers[len(answers)-1].stamps.Last)
	for _, a := range answers {
		for _, s := range stalls {
			from, to := later(s.From, a.stamps.Sent), earlier(s.To, a.stamps.Last)
			a.stalled = max(a.stalled, to.Sub(from))
		}
	}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// take keeps the answer that the player has just given.
func (t *timer) take(g *drilled) {
	a := &timedAnswer{
		game: g, ply: g.pos.Ply() + 1, tiles: g.pos.Tiles(), legal: len(g.pos.AppendMoves(nil)),
		width: g.pos.Width(), height: g.pos.Height(), stamps: t.drill.meter.Last(),
	}
	if counter, ok := simCounter(t.drill.player); ok {
		cycles, took := counter.ThinkingCycles()
		a.cycles = &clockCycles{cycles, took}
	}
	a.Reading = t.method.Read(&a.stamps)
	t.answers = append(t.answers, a)
	t.show.tick(len(t.answers))
}

// measureFloor asks the player for its team code again and again. A player that
// answers it only now and then has a floor of those answers.
func (t *timer) measureFloor(ctx context.Context) error {
	if t.o.noTeam || t.o.floor == 0 {
		t.floorFault = "not measured"
		return nil
	}
	var all []latency.Exchange
	v, err := t.drill.run(ctx, func(ctx context.Context, table *host.Table) (host.Verdict, error) {
		v := host.Verdict{Winner: -1, Reason: "timed"}
		for range t.o.floor {
			_, err := table.AskFor(ctx, 0, "-T", t.o.handshake, func(line string) bool {
				return isTeamCode(trimLine(line))
			})
			if err != nil {
				return v, err
			}
			all = append(all, t.drill.meter.Last())
		}
		return v, nil
	})
	switch {
	case err != nil:
		return err
	case v.Foul != nil && len(all) == 0:
		return &foundError{fmt.Sprintf("the player does not answer -T: %s (%s): %s; "+
			"--no-team does not ask", v.Foul.Kind, v.Foul.Reason, v.Foul.Detail)}
	case v.Foul != nil:
		t.floorFault = fmt.Sprintf("the player answered only %d of %d -T, then: %s",
			len(all), t.o.floor, v.Foul.Detail)
	}
	t.setFloor(all)
	return nil
}

// setFloor takes the measured floor into the method.
func (t *timer) setFloor(all []latency.Exchange) {
	t.floor = latency.NewFloorOf(t.wire, all)
	t.method.Wire = t.floor.Wire
	if _, simulated := simCounter(t.drill.player); simulated {
		return // its pins are the host's: there is no transport between them
	}
	t.method.Floor = t.floor
}

// strayed counts the games in which the player left its script.
func (t *timer) strayed() int {
	n, last := 0, (*drilled)(nil)
	for _, a := range t.answers {
		if a.game != last && a.game.strayed {
			n++
		}
		last = a.game
	}
	return n
}
