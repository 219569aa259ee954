package player

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/internal/say"
)

// Handshake is the question to a client that connects, before it counts as the player:
// the first question of a game. The first client that answers it within its limit gets
// the seat; the game then receives that answer and does not ask again.
type Handshake struct {
	Text   string                 // asked; empty: the player speaks first
	Accept func(line string) bool // reports whether a line answers it
	Limit  time.Duration

	// Name returns the name that a client's answer gives, by which it is known; nil
	// is the answer without blanks around it.
	Name func(line string) string
}

// Limits of a lobby.
const (
	maxHeld    = 32  // connections that have not answered
	maxRefused = 256 // wrong lines of one connection
	maxNotices = 20  // on connections that are not the player
)

// lobby holds the connections to a listen address until one of them answers.
// Silent clients and wrong ones cost no player the game.
type lobby struct {
	handshake Handshake
	team      string // the code that is wanted, empty for any
	line      func(io.ReadWriteCloser) *lines.Line
	say       func(text string)
	language  say.Language

	mu      sync.Mutex
	held    []*pendingConn
	notices int
	greeted chan *replayedAnswer // holds the first who has answered
	pending sync.WaitGroup
}

// pendingConn is a connection that has not answered yet.
type pendingConn struct {
	line *lines.Line
	peer string // with its port
}

// await accepts connections until one of them answers, or ctx ends.
func (l *lobby) await(ctx context.Context, listener *bridge.Listener) (*replayedAnswer, error) {
	l.greeted = make(chan *replayedAnswer, 1)
	ctx, cancel := context.WithCancel(ctx)
	failed := make(chan error, 1)
	l.pending.Go(func() { failed <- l.accept(ctx, listener) })
	var g *replayedAnswer
	var err error
	select {
	case g = <-l.greeted:
	case err = <-failed:
	}
	cancel()
	l.pending.Wait()
	select {
	case another := <-l.greeted: // it answered meanwhile
		if g == nil {
			return another, nil
		}
		_ = another.Close()
	default:
	}
	return g, err
}

func (l *lobby) notify(format string, args ...any) { l.notifyText(say.Format(format, args...)) }

func (l *lobby) notifyText(text say.Text) {
	l.mu.Lock()
	l.notices++
	n := l.notices
	l.mu.Unlock()
	switch {
	case n < maxNotices:
		l.say(l.language.Say(text))
	case n == maxNotices:
		l.say(l.language.Say(say.Format("more connections that are not the player; further ones won't be reported")))
	}
}

// accept takes connections until ctx ends.
func (l *lobby) accept(ctx context.Context, listener *bridge.Listener) error {
	for {
		conn, err := listener.Accept(ctx)
		if err != nil {
			return err
		}
		g := &pendingConn{line: l.line(conn), peer: bridge.RemoteAddr(conn)}
		l.hold(g)
		l.pending.Go(func() { l.ask(ctx, g) })
	}
}

// hold keeps a connection. Where there are too many the oldest of the machine
// that has most of them goes.
func (l *lobby) hold(g *pendingConn) {
	if worst := l.add(g); worst != nil {
		l.notify("closed the connection of %s: %d others wait too, and it has not answered", worst.peer, maxHeld)
		_ = worst.line.Close()
	}
}

// add adds a connection and returns the one that has to go, if there are too many.
func (l *lobby) add(g *pendingConn) (worst *pendingConn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.held = append(l.held, g)
	if len(l.held) <= maxHeld {
		return nil
	}
	count := map[string]int{}
	for _, other := range l.held {
		count[other.machine()]++
	}
	worst = l.held[0]
	for _, other := range l.held {
		if count[other.machine()] > count[worst.machine()] {
			worst = other
		}
	}
	l.drop(worst)
	return worst
}

// drop forgets a connection. The caller holds mu.
func (l *lobby) drop(g *pendingConn) {
	for i, other := range l.held {
		if other == g {
			l.held = append(l.held[:i], l.held[i+1:]...)
			return
		}
	}
}

// machine returns the peer without its port.
func (g *pendingConn) machine() string {
	if i := strings.LastIndexByte(g.peer, ':'); i >= 0 {
		return g.peer[:i]
	}
	return g.peer
}

// ask greets a guest and seats it, or closes its connection.
func (l *lobby) ask(ctx context.Context, g *pendingConn) {
	lines, err := l.greet(ctx, g)
	l.mu.Lock()
	l.drop(g)
	l.mu.Unlock()
	if err == nil {
		select {
		case l.greeted <- &replayedAnswer{Line: g.line, text: l.handshake.Text, lines: lines, given: l.handshake.Text == ""}:
			l.say(l.language.Say(say.Format("%s has connected and answered %q", g.peer, lines[len(lines)-1])))
			return
		default:
		}
	} else if ctx.Err() == nil {
		l.notify("%s connected, but is not the player: %v; still waiting", g.peer, err)
	}
	_ = g.line.Close()
}

// greet asks and returns the lines that come, of which the last answers.
func (l *lobby) greet(ctx context.Context, g *pendingConn) (lines []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, l.handshake.Limit)
	defer cancel()
	if l.handshake.Text != "" {
		if _, _, err := g.line.Send(ctx, l.handshake.Text); err != nil {
			return nil, err
		}
	}
	for range maxRefused {
		text, _, _, err := g.line.Receive(ctx)
		if err != nil {
			return nil, err
		}
		lines = append(lines, text)
		if !l.handshake.Accept(text) {
			continue
		}
		if code := strings.TrimSpace(text); l.team != "" && code != l.team {
			return nil, fmt.Errorf("its code is %.20q, and %q is wanted", code, l.team)
		}
		return lines, nil
	}
	return nil, fmt.Errorf("it sent %d lines, none an answer to %q", maxRefused, l.handshake.Text)
}

// replayedAnswer is the line of a player that has answered the greeting before its
// match. It gives what it said then when the match asks for it first.
type replayedAnswer struct {
	*lines.Line
	text  string
	lines []string // that it said
	given bool     // the lines are received next
	asked bool     // the match has asked something
}

// Send sends a line, but for the greeting when the match begins with it: that was
// answered.
func (g *replayedAnswer) Send(ctx context.Context, text string) (sent, drained time.Time, err error) {
	if g.answered(text) {
		now := time.Now()
		return now, now, nil
	}
	return g.Line.Send(ctx, text)
}

// SendLines is Send with another line end.
func (g *replayedAnswer) SendLines(ctx context.Context, text, end string) (sent, drained time.Time, err error) {
	if g.answered(text) {
		now := time.Now()
		return now, now, nil
	}
	return g.Line.SendLines(ctx, text, end)
}

// answered reports whether a line is the greeting, as the first of the match.
func (g *replayedAnswer) answered(text string) bool {
	first := !g.asked
	g.asked = true
	if !first || text != g.text {
		return false
	}
	g.given = true
	return true
}

// Receive returns what the player said when it was greeted, and then the lines
// that come.
func (g *replayedAnswer) Receive(ctx context.Context) (text string, first, last time.Time, err error) {
	if g.given && len(g.lines) > 0 {
		text, g.lines = g.lines[0], g.lines[1:]
		now := time.Now()
		return text, now, now, nil
	}
	return g.Line.Receive(ctx)
}
