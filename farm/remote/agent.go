package remote

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/stalls"
)

// LocalPlayer is a player that an agent offers, once it is open.
type LocalPlayer interface {
	host.Player
	io.Closer
	// Reusable reports whether it can play another game without being opened again.
	Reusable() bool
}

// hostTimeout is the silence of a host after which another one may have the board. A
// host sends four messages a second.
const hostTimeout = 5 * time.Second

// Agent offers a player to hosts, one at a time. Fill it in, then call Run once.
type Agent struct {
	Name string
	Bus  Bus

	// Untrusted has the agent say of itself that its stamps are not to judge.
	Untrusted bool

	// Open opens the player for a session, with lines as the game of the host has them.
	Open func(ctx context.Context, lines lines.Config) (LocalPlayer, error)

	// About describes the agent for users: its version and where it runs.
	About string

	// Stalls detects stalls of the agent's machine, which are reported to the host; nil
	// detects none.
	Stalls stalls.Source

	// Say gets what happens; it may be called concurrently.
	Say func(text string)

	began time.Time
	clock func(time.Time) time.Duration // since it began; tests have another
	stamp func(time.Time) time.Duration // stamps of the board's lines, by the clock
	nonce string                        // of the agent, where it has no session

	mu      sync.Mutex
	session *session // that goes on; or nil
	running sync.WaitGroup
}

// Run offers the player until ctx ends, which is no error. An agent of the same name
// that is there already is one.
func (a *Agent) Run(ctx context.Context) error {
	a.began, a.nonce = time.Now(), rand.Text()
	if a.clock == nil {
		a.clock = func(t time.Time) time.Duration { return max(0, t.Sub(a.began)) }
	}
	if a.stamp == nil {
		a.stamp = a.clock
	}
	if err := a.checkSoleAgent(ctx); err != nil {
		return err
	}
	running, cancel := context.WithCancel(ctx)
	stop, err := a.Bus.Subscribe(toAgent(a.Name), func(data []byte) { a.handleMessage(running, data) })
	if err != nil {
		cancel()
		return err
	}
	<-ctx.Done()
	stop()
	cancel()
	a.running.Wait()
	return nil
}

// checkSoleAgent reports an agent of the same name that is there already. A ping of no session is
// answered by any.
func (a *Agent) checkSoleAgent(ctx context.Context) error {
	found := make(chan struct{}, 1)
	stop, err := a.Bus.Subscribe(fromAgent(a.Name), func(data []byte) {
		if m, err := decode(data); err == nil && m.Host == a.nonce {
			select {
			case found <- struct{}{}:
			default:
			}
		}
	})
	if err != nil {
		return err
	}
	defer stop()
	limit := time.NewTimer(aloneTime)
	defer limit.Stop()
	again := time.NewTicker(aloneTime / 4)
	defer again.Stop()
	for {
		if err := a.Bus.Publish(toAgent(a.Name), (&message{Kind: kindPing, Host: a.nonce, Agent: a.nonce}).encode()); err != nil {
			return err
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			return nil
		case <-limit.C:
			return nil
		case <-found:
			return fmt.Errorf("another agent offers %s already; offer this player by another name, or end the other offer", a.Name)
		}
	}
}

// aloneTime bounds the wait for another agent of the same name.
const aloneTime = time.Second

// say says something that is not numbered.
func (a *Agent) say(m *message, to, nonce string) {
	m.Host, m.Agent = to, nonce
	_ = a.Bus.Publish(fromAgent(a.Name), m.encode()) // what is lost is said again
}

// handleMessage takes a message. It is called by the bus, one at a time.
func (a *Agent) handleMessage(ctx context.Context, data []byte) {
	at := time.Now()
	m, err := decode(data)
	var other *versionError
	if errors.As(err, &other) && m.Kind == kindHello {
		a.say(&message{Kind: kindRefuse, Why: err.Error()}, m.Host, a.nonce)
	}
	if err != nil || ctx.Err() != nil {
		return
	}
	if m.Kind == kindHello {
		a.hello(ctx, m)
		return
	}
	a.mu.Lock()
	s := a.session
	a.mu.Unlock()
	switch {
	case s != nil && m.Host == s.host && (m.Agent == s.nonce || m.Kind == kindBye):
		s.handleMessage(m, at)
	case m.Kind == kindPing: // of a session that this agent knows nothing of
		a.say(&message{Kind: kindRefuse, Of: m.Of, Why: fmt.Sprintf("the agent of %s was restarted", a.Name)}, m.Host, a.nonce)
	}
}

// hello gives the board to a host, if it is free.
func (a *Agent) hello(ctx context.Context, m *message) {
	a.mu.Lock()
	defer a.mu.Unlock()
	before := a.session
	switch {
	case before != nil && before.host == m.Host:
		before.greet()
		return
	case before != nil && !before.over() && time.Since(before.lastHeard()) < hostTimeout:
		a.say(&message{Kind: kindRefuse, Fault: faultBusy, Why: a.Name + " is playing elsewhere"}, m.Host, a.nonce)
		return
	}
	if m.Lines == nil {
		m.Lines = &lines.Config{}
	}
	s := &session{agent: a, host: m.Host, nonce: rand.Text(), heard: time.Now(), patience: m.Limit + hostTimeout, done: make(chan struct{})}
	s.stream.publish = func(m *message) { a.say(m, s.host, s.nonce) }
	s.ctx, s.cancel = context.WithCancel(ctx)
	s.sends = make(chan *message, maxUnacked)
	a.session = s
	s.greet()
	a.running.Go(func() {
		defer close(s.done)
		if before != nil {
			before.cancel()
			<-before.done
		}
		s.run(*m.Lines)
	})
}
