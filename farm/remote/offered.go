package remote

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/stalls"
)

// What went wrong with a board, or with having one.
const (
	faultBusy    = "busy"    // another host plays with it
	faultTimeout = "timeout" // it did not take the lines
	faultError   = "error"   // they could not be sent
	faultGarbled = "garbled" // it sent what is no line
	faultEOF     = "eof"     // it has ended in good order
	faultLost    = "lost"    // it has gone
)

// throttled is the number of unacknowledged messages from which on no more lines are read
// from a board: that is backpressure, as from a host that is slow.
const throttled = maxUnheard / 2

// offered is a session of an agent with a host, who has its board meanwhile.
type offered struct {
	agent      *Agent
	host, word string
	ctx        context.Context // of the session
	cancel     func()
	patience   time.Duration // the host is waited for
	stream     stream
	sends      chan *message
	board      Board // once it is open
	done       chan struct{}

	mu      sync.Mutex
	heard   time.Time
	welcome *message                                // once the board is open, or it is known that it cannot be
	until   *message                                // the host waits for; or nil
	endWait func()                                  // of what the board is waited for now
	drained time.Time                               // when the last question had left
	stalls  func(from, to time.Time) []stalls.Stall // of the agent's machine; or nil
}

func (s *offered) over() bool { return s.ctx.Err() != nil }

func (s *offered) lastHeard() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.heard
}

// greet answers a hello, unless the session is over: then it is a late one.
func (s *offered) greet() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over() && (s.welcome == nil || s.welcome.Kind == kindWelcome) {
		return
	}
	s.heard = time.Now()
	m := &message{Kind: kindOpening}
	if s.welcome != nil {
		again := *s.welcome
		m = &again
	}
	s.agent.say(m, s.host, s.word)
}

// run opens the board and serves it until the session ends.
func (s *offered) run(lines bridge.LineConfig) {
	defer s.cancel()
	board, err := s.agent.Open(s.ctx, lines)
	if err != nil {
		s.agent.Say(err.Error())
		s.settle(&message{Kind: kindRefuse, Why: err.Error()})
		s.greet()
		return
	}
	defer board.Close()
	s.board = board
	s.settle(&message{Kind: kindWelcome, Lasting: board.Reusable(), Distrust: s.agent.Untrusted, About: s.agent.About})
	if s.agent.Stalls != nil {
		stalls, stop := s.agent.Stalls.Watch(nil, 0)
		s.stalls = stalls
		defer stop()
	}
	s.greet()
	s.agent.Say("a host plays with the board")
	var both sync.WaitGroup
	both.Go(s.pump)
	both.Go(s.sendAll)
	s.keep()
	both.Wait()
	s.agent.Say("the board is free")
}

// settle sets what is answered to a hello from here on.
func (s *offered) settle(m *message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.welcome = m
}

// keep says again what was not heard, and ends the session when the host is silent.
func (s *offered) keep() {
	tick := time.NewTicker(lookAgain)
	defer tick.Stop()
	for {
		select {
		case <-s.ctx.Done():
			return
		case now := <-tick.C:
			s.stream.repeat(now)
			if now.Sub(s.lastHeard()) > s.patience {
				s.agent.Say("the host is not heard of any more")
				s.cancel()
			}
		}
	}
}

// take takes a message of the session.
func (s *offered) take(m *message, at time.Time) {
	s.mu.Lock()
	s.heard = at
	s.mu.Unlock()
	switch m.Kind {
	case kindPing:
		s.agent.say(&message{Kind: kindPong, Of: m.Of, At: s.agent.clock(time.Now())}, s.host, s.word)
	case kindBye:
		s.cancel()
	}
	for _, next := range s.stream.hear(m) {
		switch next.Kind {
		case kindSend:
			select {
			case s.sends <- next:
			case <-s.ctx.Done():
			}
		case kindUntil:
			s.setUntil(next)
		}
	}
}

// setUntil has the board waited for no longer than the host asks.
func (s *offered) setUntil(m *message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.until = m
	if s.endWait != nil {
		s.endWait()
	}
}

// wait is for the next line of the board.
func (s *offered) wait() (context.Context, func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var wait context.Context
	if s.until != nil {
		wait, s.endWait = context.WithTimeout(s.ctx, s.until.At-s.agent.clock(time.Now()))
	} else {
		wait, s.endWait = context.WithCancel(s.ctx)
	}
	return wait, s.endWait
}

// pump passes on what the board says, with its stamps.
func (s *offered) pump() {
	for s.free() {
		wait, end := s.wait()
		text, first, last, err := s.board.Receive(wait)
		waited := wait.Err() != nil
		end()
		switch {
		case err == nil:
			s.say(&message{Kind: kindLine, Text: []byte(text), Start: s.agent.stamp(first), Last: s.agent.stamp(last), Stalled: s.stalled(last)})
		case s.ctx.Err() != nil:
			return
		case waited && (errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)):
			s.sayNothing(err)
		default:
			s.say(ended(err))
			return
		}
	}
}

// free waits until the host has heard most of what was said. False is the end of the
// session.
func (s *offered) free() bool {
	for s.stream.waiting() >= throttled {
		select {
		case <-s.ctx.Done():
			return false
		case <-time.After(lookAgain):
		}
	}
	return s.ctx.Err() == nil
}

func (s *offered) say(m *message) { s.stream.say(m, 0) }

// sayNothing says that no line came by the time that the host wanted to know of, once
// that has come.
func (s *offered) sayNothing(err error) {
	s.mu.Lock()
	m := s.until
	if m == nil || s.agent.clock(time.Now()) < m.At {
		s.mu.Unlock()
		return
	}
	s.until = nil
	s.mu.Unlock()
	s.say(&message{Kind: kindNothing, Of: m.N, Text: partOf(err), Stalled: s.stalled(time.Now())})
}

// toldStall is the shortest time of which it is told that the machine stalled.
const toldStall = 10 * time.Millisecond

// stalled is how long the agent's machine stalled from the last question until a time.
func (s *offered) stalled(until time.Time) (sum time.Duration) {
	s.mu.Lock()
	from := s.drained
	s.mu.Unlock()
	if s.stalls == nil || from.IsZero() {
		return 0
	}
	for _, stall := range s.stalls(from, until) {
		sum += max(0, min(stall.To.Sub(from), until.Sub(from))-max(0, stall.From.Sub(from)))
	}
	if sum < toldStall {
		return 0
	}
	return sum
}

// partOf is what had come of a line.
func partOf(err error) []byte {
	var half interface{ Partial() []byte }
	if errors.As(err, &half) {
		return half.Partial()
	}
	return nil
}

// ended says how a board went.
func ended(err error) *message {
	m := &message{Kind: kindEnded, Fault: faultLost, Why: err.Error(), Text: partOf(err)}
	var noise interface{ Garbled() []byte }
	switch {
	case errors.As(err, &noise):
		m.Fault, m.Text = faultGarbled, noise.Garbled()
	case errors.Is(err, io.EOF):
		m.Fault = faultEOF
	}
	return m
}

// sendAll sends lines to the board, in their order, and reports each.
func (s *offered) sendAll() {
	for {
		select {
		case <-s.ctx.Done():
			return
		case m := <-s.sends:
			s.say(s.send(m))
		}
	}
}

// send sends lines to the board and says how that went.
func (s *offered) send(m *message) *message {
	ctx, cancel := context.WithTimeout(s.ctx, m.Limit)
	defer cancel()
	var sent, drained time.Time
	var err error
	if ender, ok := s.board.(host.LineEnder); ok && m.End != "" {
		sent, drained, err = ender.SendLines(ctx, string(m.Text), m.End)
	} else if m.End != "" {
		err = errors.New("the player has one line end, and the game wants another")
	} else {
		sent, drained, err = s.board.Send(ctx, string(m.Text))
	}
	s.mu.Lock()
	s.drained = drained
	s.mu.Unlock()
	report := &message{Kind: kindSent, Of: m.N, Start: s.agent.stamp(sent), Last: s.agent.stamp(drained)}
	switch {
	case err == nil:
	case errors.Is(err, context.DeadlineExceeded):
		report.Fault, report.Why = faultTimeout, err.Error()
	default:
		report.Fault, report.Why = faultError, err.Error()
	}
	return report
}
