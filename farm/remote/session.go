package remote

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/stalls"
)

// What went wrong with a board, or with having one.
const (
	faultBusy    = "busy"    // another host plays with it
	faultTimeout = "timeout" // it did not take the lines
	faultError   = "error"   // they could not be sent
	faultGarbled = "garbled" // it sent bytes that can't be lines
	faultEOF     = "eof"     // it has ended in good order
	faultLost    = "lost"    // it has gone
)

// backpressureAt is the number of unacknowledged messages from which on no more lines are read
// from a board: that is backpressure, as from a host that is slow.
const backpressureAt = maxUnacked / 2

// session is a session of an agent with a host, who has its board meanwhile.
type session struct {
	agent       *Agent
	host, nonce string
	ctx         context.Context // of the session
	cancel      func()
	patience    time.Duration // the host is waited for
	stream      reliable
	sends       chan *message
	board       LocalPlayer // once it is open
	done        chan struct{}

	mu      sync.Mutex
	heard   time.Time
	welcome *message                                // once the board is open, or it is known that it cannot be
	until   *message                                // the host waits for; or nil
	endWait func()                                  // ends the current wait for the board
	drained time.Time                               // when the last question had left
	stalls  func(from, to time.Time) []stalls.Stall // of the agent's machine; or nil
}

func (s *session) over() bool { return s.ctx.Err() != nil }

func (s *session) lastHeard() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.heard
}

// greet answers a hello, unless the session is over: then it is a late one.
func (s *session) greet() {
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
	s.agent.say(m, s.host, s.nonce)
}

// run opens the board and serves it until the session ends.
func (s *session) run(lines lines.Config) {
	defer s.cancel()
	board, err := s.agent.Open(s.ctx, lines)
	if err != nil {
		s.agent.Say(err.Error())
		s.setWelcome(&message{Kind: kindRefuse, Why: err.Error()})
		s.greet()
		return
	}
	defer board.Close()
	s.board = board
	s.setWelcome(&message{Kind: kindWelcome, ByteTime: host.SendTime(board, 1000) / 1000, Lasting: board.Reusable(), Distrust: s.agent.Untrusted, About: s.agent.About})
	if s.agent.Stalls != nil {
		stalls, stop := s.agent.Stalls.Watch(stalls.Watched{External: true})
		s.stalls = stalls
		defer stop()
	}
	s.greet()
	s.agent.Say("a host plays with the board")
	var both sync.WaitGroup
	both.Go(s.pump)
	both.Go(s.sendAll)
	s.keepAlive()
	both.Wait()
	s.agent.Say("the board is free")
}

// setWelcome sets what is answered to a hello from here on.
func (s *session) setWelcome(m *message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.welcome = m
}

// keepAlive says again what was not heard, and ends the session when the host is silent.
func (s *session) keepAlive() {
	tick := time.NewTicker(tickInterval)
	defer tick.Stop()
	for {
		select {
		case <-s.ctx.Done():
			return
		case now := <-tick.C:
			s.stream.retransmit(now)
			if now.Sub(s.lastHeard()) > s.patience {
				s.agent.Say("the host is not heard of any more")
				s.cancel()
			}
		}
	}
}

// handleMessage takes a message of the session.
func (s *session) handleMessage(m *message, at time.Time) {
	s.mu.Lock()
	s.heard = at
	s.mu.Unlock()
	switch m.Kind {
	case kindPing:
		s.agent.say(&message{Kind: kindPong, Of: m.Of, At: s.agent.clock(time.Now())}, s.host, s.nonce)
	case kindBye:
		s.cancel()
	}
	for _, next := range s.stream.receive(m) {
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
func (s *session) setUntil(m *message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.until = m
	if s.endWait != nil {
		s.endWait()
	}
}

// wait is for the next line of the board.
func (s *session) wait() (context.Context, func()) {
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

// pump passes on the board's lines, with their stamps.
func (s *session) pump() {
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

// free waits until the host has acknowledged most messages. It returns false at the end
// of the session.
func (s *session) free() bool {
	for s.stream.unackedCount() >= backpressureAt {
		select {
		case <-s.ctx.Done():
			return false
		case <-time.After(tickInterval):
		}
	}
	return s.ctx.Err() == nil
}

func (s *session) say(m *message) { s.stream.send(m, 0) }

// sayNothing says that no line came by the time that the host wanted to know of, once
// that has come.
func (s *session) sayNothing(err error) {
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

// minReportedStall is the shortest stall of the machine that is reported to the host.
const minReportedStall = 10 * time.Millisecond

// stalled sums the stalls of the agent's machine from the last question until a time.
func (s *session) stalled(until time.Time) (sum time.Duration) {
	s.mu.Lock()
	from := s.drained
	s.mu.Unlock()
	if s.stalls == nil || from.IsZero() {
		return 0
	}
	for _, stall := range s.stalls(from, until) {
		sum += max(0, min(stall.To.Sub(from), until.Sub(from))-max(0, stall.From.Sub(from)))
	}
	if sum < minReportedStall {
		return 0
	}
	return sum
}

// partOf returns the partial line in an error.
func partOf(err error) []byte {
	var half interface{ Partial() []byte }
	if errors.As(err, &half) {
		return half.Partial()
	}
	return nil
}

// ended turns a board's error into a message.
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
func (s *session) sendAll() {
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
func (s *session) send(m *message) *message {
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
