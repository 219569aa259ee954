package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// fake is a player whose script says bytes at times. It uses timers, no
// goroutines, so that nothing is left behind in a bubble of fake time.
type fake struct {
	script   func(f *fake, text string) // called for each line it is sent
	sendTime time.Duration              // from sent to drained
	deaf     bool                       // never takes a line
	sendErr  error

	mu    sync.Mutex
	lines []arrival
	half  []byte
	first time.Time
	err   error
	wake  chan struct{}
	heard []string
}

type arrival struct {
	text        string
	first, last time.Time
}

func newFake(script func(f *fake, text string)) *fake {
	return &fake{script: script, wake: make(chan struct{}, 1)}
}

// answering is a fake that gives an answer after a while, always.
func answering(answer string, after time.Duration) *fake {
	return newFake(func(f *fake, _ string) { f.say(after, answer+"\n") })
}

// on is a script that does what is said for the nth line sent, counted from
// 1, and answers "ok" at once to all others.
func on(nth int, do func(f *fake, text string)) *fake {
	n := 0
	return newFake(func(f *fake, text string) {
		if n++; n == nth {
			do(f, text)
			return
		}
		f.say(0, "ok\n")
	})
}

func (f *fake) later(after time.Duration, do func()) {
	locked := func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		do()
		select {
		case f.wake <- struct{}{}:
		default:
		}
	}
	if after == 0 {
		locked()
		return
	}
	time.AfterFunc(after, locked)
}

func (f *fake) say(after time.Duration, text string) {
	f.later(after, func() {
		for _, c := range []byte(text) {
			if f.first.IsZero() {
				f.first = time.Now()
			}
			if c != '\n' {
				f.half = append(f.half, c)
				continue
			}
			f.lines = append(f.lines, arrival{string(f.half), f.first, time.Now()})
			f.half, f.first = nil, time.Time{}
		}
	})
}

func (f *fake) fail(after time.Duration, err error) {
	f.later(after, func() { f.err = err })
}

func (f *fake) Send(ctx context.Context, text string) (sent, drained time.Time, err error) {
	f.mu.Lock()
	deaf, sendErr := f.deaf, f.sendErr
	f.heard = append(f.heard, text)
	f.mu.Unlock()
	sent = time.Now()
	if sendErr != nil {
		return sent, sent, sendErr
	}
	if deaf {
		<-ctx.Done()
		return sent, sent, fmt.Errorf("write: %w", ctx.Err())
	}
	if f.script != nil {
		f.script(f, text)
	}
	if f.sendTime > 0 {
		time.Sleep(f.sendTime)
	}
	return sent, time.Now(), nil
}

func (f *fake) Receive(ctx context.Context) (string, time.Time, time.Time, error) {
	for {
		if a, ok, err := f.take(); ok || err != nil {
			return a.text, a.first, a.last, err
		}
		select {
		case <-f.wake:
		case <-ctx.Done():
			a, ok, err := f.take()
			if !ok && err == nil {
				f.mu.Lock()
				err = &playedPartial{"no line: " + ctx.Err().Error(), f.half, ctx.Err()}
				f.mu.Unlock()
			}
			return a.text, a.first, a.last, err
		}
	}
}

func (f *fake) take() (a arrival, ok bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.lines) > 0 {
		a, f.lines = f.lines[0], f.lines[1:]
		return a, true, nil
	}
	if f.err != nil && len(f.half) > 0 {
		return a, false, &playedPartial{f.err.Error(), f.half, nil}
	}
	return a, false, f.err
}

// rounds is a neutral game: every seat is asked "go" so often, in turn; the
// first seat wins unless somebody fouls.
func rounds(n int, limit time.Duration) Game {
	return func(ctx context.Context, t *Table) (Verdict, error) {
		ply := 0
		for range n {
			for seat := range t.Seats() {
				a, err := t.Ask(ctx, seat, "go", limit)
				if err != nil {
					return Verdict{Ply: ply}, err
				}
				if a.Text == "cheat" {
					return Verdict{Ply: ply}, &Foul{
						Seat: seat, Kind: Illegal, Reason: "cheat", Question: "go",
						Bytes: []byte(a.Text), Used: a.Used, Limit: limit,
					}
				}
				ply++
				if err := t.Note("said", a.Text); err != nil {
					return Verdict{Ply: ply}, err
				}
			}
		}
		return Verdict{Winner: 0, Reason: "done", Ply: ply}, nil
	}
}

// between is a match with the players as seats a, b, …
func between(game Game, players ...Player) *Match {
	m := &Match{Game: game, Name: "test", ID: "1", Version: "test"}
	for i, p := range players {
		m.Seats = append(m.Seats, Seat{string(rune('a' + i)), "fake:", p})
	}
	return m
}

// played runs a match, and requires that its record derives the same verdict.
func played(t *testing.T, m *Match) (Verdict, string) {
	t.Helper()
	v, text, err := recorded(t.Context(), m)
	require.NoError(t, err)
	verified(t, text, m.Game)
	return v, text
}

func recorded(ctx context.Context, m *Match) (Verdict, string, error) {
	var record bytes.Buffer
	m.Record = &record
	v, err := m.Run(ctx)
	return v, record.String(), err
}

func verified(t *testing.T, text string, game Game) Report {
	t.Helper()
	games, err := ReadRecord(strings.NewReader(text))
	require.NoError(t, err)
	require.Len(t, games, 1)
	r, err := Verify(&games[0], game)
	require.NoError(t, err, text)
	return r
}

// reseal gives the lines of a record new sums, as a forger would.
func reseal(text string) string {
	var out strings.Builder
	var c chain
	for line := range strings.Lines(text) {
		body, _, _ := splitSum([]byte(strings.TrimSuffix(line, "\n")))
		if strings.HasPrefix(line, `{"type":"game"`) {
			c.restart()
		}
		sum := c.next(body)
		fmt.Fprintf(&out, "%s,\"sum\":\"%s\"}\n", body, sum)
	}
	return out.String()
}

// changed replaces text in a record; it must be there.
func changed(t *testing.T, text, from, to string) string {
	t.Helper()
	require.Contains(t, text, from)
	return strings.Replace(text, from, to, 1)
}

var errGone = errors.New("process exited with status 3")
