package player

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/stalls"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/sandbox"
	"github.com/loopline/loopline/sim"
)

type openConn interface {
	host.Player
	io.Closer
}

// Player is a player that was opened: a host.Player that the caller closes.
type Player struct {
	openConn
	address       string
	reusable      bool
	pollingClient bool
	local         LocalPlayer // a player of this process; or nil
	leave         func()      // ends it and waits for it; or nil
	speaksFirst   bool        // games begin with its line
	early         []earlyLine // that came before its game
}

type earlyLine struct {
	text        string
	first, last time.Time
	stamps      host.Timestamps // of a player with an agent
}

// Receive implements host.Player.
func (p *Player) Receive(ctx context.Context) (text string, first, last time.Time, err error) {
	if len(p.early) > 0 {
		e := p.takeEarly()
		return e.text, e.first, e.last, nil
	}
	return p.openConn.Receive(ctx)
}

// ReturnLine implements host.LineReturner for players that speak first in each of several games.
func (p *Player) ReturnLine(text string) {
	if p.reusable && p.speaksFirst && len(p.early) < maxSpoken {
		now := time.Now()
		p.early = append(p.early, earlyLine{text: text, first: now, last: now})
	}
}

// takeEarly takes the first of the lines that came early.
func (p *Player) takeEarly() earlyLine {
	e := p.early[0]
	p.early = p.early[1:]
	return e
}

// Listen implements host.Listener.
func (p *Player) Listen() (time.Time, error) { return host.Listen(p.openConn) }

// SendTime implements host.SendTimer.
func (p *Player) SendTime(bytes int) time.Duration { return host.SendTime(p.openConn, bytes) }

// Close closes the player and waits for its end.
func (p *Player) Close() error {
	err := p.openConn.Close()
	if p.leave != nil {
		p.leave()
	}
	return err
}

// Address returns where the player was found.
func (p *Player) Address() string { return p.address }

// Reusable reports whether the player can play another game without being
// opened again.
func (p *Player) Reusable() bool { return p.reusable }

// aliveGrace sets how long a player that hangs up after a game may take to be
// noticed.
const aliveGrace = 100 * time.Millisecond

// maxSpoken limits how many lines of a player are kept that came before its game.
const maxSpoken = 16

// Alive reports whether the player is still there. What it sent since the
// last game is dropped: it was unsolicited. A player that is opened for each game, or speaks first
// in this one, may have sent what belongs to its next game.
func (p *Player) Alive(ctx context.Context) bool {
	if s, ok := p.openConn.(*sim.Player); ok {
		s.StopClock()
		s.StartGame()
	}
	wait, cancel := context.WithTimeout(ctx, aliveGrace)
	defer cancel()
	keeps := !p.reusable || p.speaksFirst
	for !keeps || len(p.early) < maxSpoken {
		e, err := p.hear(ctx, wait)
		if err != nil {
			return errors.Is(err, wait.Err())
		}
		if keeps {
			p.early = append(p.early, e)
		}
	}
	return true
}

// hear takes a line that comes before a game, within wait.
func (p *Player) hear(ctx, wait context.Context) (e earlyLine, err error) {
	if a := p.agent(); a != nil {
		e.text, e.stamps, err = a.ReceiveBy(ctx, wait)
		e.first, e.last = e.stamps.Stamps(a.Policy().Trusted)
		return e, err
	}
	e.text, e.first, e.last, err = p.openConn.Receive(wait)
	return e, err
}

// SimulatedTime reports whether the player's time is simulated.
func (p *Player) SimulatedTime() bool {
	_, ok := p.openConn.(*sim.Player)
	return ok
}

// PollingClient reports whether the player is a service whose clients come when they
// like: see host.Seat.
func (p *Player) PollingClient() bool { return p.pollingClient }

// Usage returns what the player has cost this machine so far. Nil is of a player
// whose time is not this machine's.
func (p *Player) Usage() func() stalls.Usage {
	line, ok := p.openConn.(interface {
		Load() (cpu time.Duration, read int64)
	})
	if !ok {
		return nil
	}
	return func() stalls.Usage {
		cpu, read := line.Load()
		return stalls.Usage{CPU: cpu, Read: read}
	}
}

// Runnable reports whether the player's program runs or waits for a processor: it has not come to wait for
// its input. It is false of a player that is no program on this machine.
func (p *Player) Runnable() bool {
	line, ok := p.openConn.(*lines.Line)
	if !ok {
		return false
	}
	runs, _ := line.Runnable()
	return runs
}

// External reports whether the player is behind a device or a connection of this machine, and no program of it: see
// host.Seat.
func (p *Player) External() bool {
	line, ok := p.openConn.(*lines.Line)
	return ok && line.Program() == nil
}

// Waits returns what the system has counted of the waits of the player's program: see host.Seat. It is nil of
// a player that is no program on this machine, and where the system does not count.
func (p *Player) Waits() func(fresh bool) stalls.Waits {
	line, ok := p.openConn.(*lines.Line)
	if !ok {
		return nil
	}
	if _, ok := line.Waits(true); !ok {
		return nil
	}
	return func(fresh bool) stalls.Waits {
		w, _ := line.Waits(fresh)
		return stalls.Waits(w)
	}
}

// Unmeasured reports whether the player is a program on this machine whose waits the system does not count.
func (p *Player) Unmeasured() bool {
	line, ok := p.openConn.(*lines.Line)
	return ok && line.Program() != nil && p.Waits() == nil
}

// Uncounted reports whether the player is a program whose processor time this machine
// cannot count reliably: see host.Seat.
func (p *Player) Uncounted() bool {
	line, ok := p.openConn.(*lines.Line)
	return ok && line.Program() != nil && !line.Program().Counted()
}

// Apart reports whether the player cannot take the processors from others that play here:
// it is not a program on this machine, or one between which and others the system shares them
// out.
func (p *Player) Apart() bool {
	line, ok := p.openConn.(*lines.Line)
	return !ok || line.Program() == nil || line.Program().Apart()
}

// Nice returns how much lower than this process's the priority of the player's program
// is; 0 for a player that is not a program on this machine.
func (p *Player) Nice() int {
	if line, ok := p.openConn.(*lines.Line); ok && line.Program() != nil {
		return sandbox.Nice
	}
	return 0
}

// Suspend returns a function that stops the player's program or lets it continue: see
// host.Seat. It returns nil unless the player is a program on this machine.
func (p *Player) Suspend() func(stop bool) {
	line, ok := p.openConn.(*lines.Line)
	if !ok || line.Program() == nil {
		return nil
	}
	program := line.Program()
	return func(stop bool) {
		// A program that cannot be stopped is killed, which its next question
		// finds out.
		if stop {
			_ = program.Stop()
		} else {
			_ = program.Continue()
		}
	}
}

// AnswersAtEnd is [lines.Line.AnswersAtEnd]; false of a player behind another connection.
func (p *Player) AnswersAtEnd(ctx context.Context) bool {
	line, ok := p.openConn.(*lines.Line)
	return ok && line.AnswersAtEnd(ctx)
}

// ExplainEcho is [sim.Player.ExplainEcho]; it says nothing of any other player.
func (p *Player) ExplainEcho(ctx context.Context) (text say.Text) {
	if s, ok := p.openConn.(*sim.Player); ok {
		text = s.ExplainEcho(ctx)
	}
	return text
}

// MayMissFirst reports whether the player is a board on a port whose opening may reset it, and nothing was set
// that asks it until it answers.
func (p *Player) MayMissFirst() bool {
	a, err := addr.Parse(p.address)
	return err == nil && (a.Scheme == addr.SchemeSerial || a.Scheme == addr.SchemeUSB) && a.Preparation.IsZero()
}

// LogAnswers has the clock cycles of a simulated board's answers told to log, and
// what a bot of ours thinks that has been asked to tell, before each game again.
// Other players tell nothing.
func (p *Player) LogAnswers(log func(text string)) {
	type logger interface{ LogAnswers(log func(text string)) }
	for _, from := range [...]any{p.openConn, p.local} {
		if l, ok := from.(logger); ok {
			l.LogAnswers(log)
		}
	}
}

// BitError returns what was measured of the bits of a simulated board; false of any
// other player.
func (p *Player) BitError() (sim.BitError, bool) {
	s, ok := p.openConn.(*sim.Player)
	if !ok {
		return sim.BitError{}, false
	}
	return s.BitError(), true
}

// RestartWave begins the waveform of a simulated board again, so that it holds
// one game. Other players have none.
func (p *Player) RestartWave() error {
	if s, ok := p.openConn.(*sim.Player); ok {
		return s.RestartWave()
	}
	return nil
}

// KeepWave ends the waveform of a simulated board and keeps it as it is.
func (p *Player) KeepWave() error {
	if s, ok := p.openConn.(*sim.Player); ok {
		return s.KeepWave()
	}
	return nil
}

// CycleCounter is a player that knows the clock cycles of its last answer.
type CycleCounter interface {
	ThinkingCycles() (cycles int64, took time.Duration)
}

// Cycles returns the clock of a simulated board, if p is a *Player whose time is
// simulated.
func Cycles(p host.Player) (CycleCounter, bool) {
	opened, ok := p.(*Player)
	if !ok || opened == nil {
		return nil, false
	}
	c, ok := opened.openConn.(CycleCounter)
	return c, ok
}

// ThinkingCycles returns what [Cycles] counts of the last answer of p; ok is false if
// its time is not simulated.
func ThinkingCycles(p host.Player) (count int64, took time.Duration, ok bool) {
	counter, ok := Cycles(p)
	if ok {
		count, took = counter.ThinkingCycles()
	}
	return count, took, ok
}
