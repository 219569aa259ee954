// Package hosttest has players for tests of games: scripted, in memory, with
// every bad manner a host must bear. They work on the fake time of
// testing/synctest. The package imports nothing of ours, so that host's own
// tests may use it.
package hosttest

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// Script makes a FakePlayer act when it is sent a line.
type Script func(p *FakePlayer, line string)

// FakePlayer is a host.Player whose script says bytes at times. It uses timers
// and no goroutines, so that it leaves nothing behind in a bubble of fake
// time. The exported fields are set before the match.
type FakePlayer struct {
	Script       Script        // nil: it says nothing
	SendTime     time.Duration // from sent to drained
	Unresponsive bool          // never takes a line
	SendErr      error         // of every Send

	mu    sync.Mutex
	lines []receivedLine
	half  []byte
	first time.Time
	err   error
	wake  chan struct{} // holds one
	heard []string
}

type receivedLine struct {
	text        string
	first, last time.Time
}

// New is a player with a script.
func New(script Script) *FakePlayer {
	return &FakePlayer{Script: script}
}

// Answering is a player that gives an answer after a while, always.
func Answering(answer string, after time.Duration) *FakePlayer {
	return New(func(p *FakePlayer, _ string) { p.Say(after, answer+"\n") })
}

// On is a player that runs a script for the nth line sent to it,
// counted from 1, and answers "ok" at once to all others.
func On(nth int, do Script) *FakePlayer {
	n := 0
	return New(func(p *FakePlayer, text string) {
		if n++; n == nth {
			do(p, text)
			return
		}
		p.Say(0, "ok\n")
	})
}

func (p *FakePlayer) later(after time.Duration, do func()) {
	locked := func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		do()
		select {
		case p.waker() <- struct{}{}:
		default:
		}
	}
	if after == 0 {
		locked()
		return
	}
	time.AfterFunc(after, locked)
}

// waker is the channel that says that something came. It is made late, so
// that it belongs to the bubble of the game, wherever the player was made.
func (p *FakePlayer) waker() chan struct{} {
	if p.wake == nil {
		p.wake = make(chan struct{}, 1)
	}
	return p.wake
}

// Say sends bytes after a while. Each line feed ends a line.
func (p *FakePlayer) Say(after time.Duration, text string) {
	p.later(after, func() {
		for _, c := range []byte(text) {
			if p.first.IsZero() {
				p.first = time.Now()
			}
			if c != '\n' {
				p.half = append(p.half, c)
				continue
			}
			p.lines = append(p.lines, receivedLine{string(p.half), p.first, time.Now()})
			p.half, p.first = nil, time.Time{}
		}
	})
}

// Fail ends the player with err after the given time. Earlier lines still arrive.
func (p *FakePlayer) Fail(after time.Duration, err error) {
	p.later(after, func() { p.err = err })
}

// SendLines is Send: the script sees no line ends.
func (p *FakePlayer) SendLines(ctx context.Context, text, _ string) (sent, drained time.Time, err error) {
	return p.Send(ctx, text)
}

// Send gives a line, or several of one question, to the script.
func (p *FakePlayer) Send(ctx context.Context, text string) (sent, drained time.Time, err error) {
	p.mu.Lock()
	p.heard = append(p.heard, text)
	p.mu.Unlock()
	sent = time.Now()
	if p.SendErr != nil {
		return sent, sent, p.SendErr
	}
	if p.Unresponsive {
		<-ctx.Done()
		return sent, sent, fmt.Errorf("write: %w", ctx.Err())
	}
	if p.Script != nil {
		p.Script(p, text)
	}
	if p.SendTime > 0 {
		time.Sleep(p.SendTime)
	}
	return sent, time.Now(), nil
}

// Receive returns the next line said.
func (p *FakePlayer) Receive(ctx context.Context) (string, time.Time, time.Time, error) {
	p.mu.Lock()
	wake := p.waker()
	p.mu.Unlock()
	for {
		if a, ok, err := p.take(); ok || err != nil {
			return a.text, a.first, a.last, err
		}
		select {
		case <-wake:
		case <-ctx.Done():
			a, ok, err := p.take()
			if !ok && err == nil {
				p.mu.Lock()
				err = &Error{Text: "no line: " + ctx.Err().Error(), Half: p.half, Cause: ctx.Err()}
				p.mu.Unlock()
			}
			return a.text, a.first, a.last, err
		}
	}
}

// Heard returns the lines sent to the player.
func (p *FakePlayer) Heard() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.heard...)
}

func (p *FakePlayer) take() (a receivedLine, ok bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.lines) > 0 {
		a, p.lines = p.lines[0], p.lines[1:]
		return a, true, nil
	}
	if p.err != nil && len(p.half) > 0 {
		return a, false, &Error{Text: p.err.Error(), Half: p.half, Cause: p.err}
	}
	return a, false, p.err
}
