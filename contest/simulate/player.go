package simulate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"github.com/loopline/loopline/contest/series"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/stalls"
)

// entrant is a player of the contest. An honest one answers in time, legally, and is always
// there.
type entrant struct {
	day    *day
	name   string
	honest bool
	away   []span // when it is not there
}

// span is a time, from the start of the contest.
type span struct{ from, until time.Duration }

// newEntrant draws an entrant.
func (d *day) newEntrant(name string) *entrant {
	r := d.chance("entrant/" + name)
	e := &entrant{day: d, name: name, honest: r.IntN(2) == 0}
	if e.honest {
		return e
	}
	if r.IntN(4) == 0 { // slow to arrive
		e.away = append(e.away, span{0, time.Duration(r.Int64N(int64(12 * time.Second)))})
	}
	for range r.IntN(3) {
		from := time.Duration(r.Int64N(int64(time.Minute)))
		e.away = append(e.away, span{from, from + time.Duration(r.Int64N(int64(15*time.Second)))})
	}
	return e
}

// here reports whether the entrant is there, and when it is gone next.
func (e *entrant) here() (is bool, gone time.Duration) {
	now, gone := time.Since(e.day.start), time.Hour
	for _, s := range e.away {
		if s.from <= now && now < s.until {
			return false, 0
		}
		if s.from > now {
			gone = min(gone, s.from-now)
		}
	}
	return true, gone
}

var errAway = errors.New("no such device")

// jitter is a time of its own.
func jitter(r *rand.Rand, most time.Duration) time.Duration {
	return 1 + time.Duration(r.Int64N(int64(most)))
}

// open opens the player, or says that it is not there.
func (d *day) open(ctx context.Context, name string, _ int, _ string, _ io.Writer) (series.PlayerConn, error) {
	e := d.entrantOf(name)
	r := d.chance("open/" + name)
	takes := jitter(r, 200*time.Millisecond)
	is, gone := e.here()
	if end, ok := ctx.Deadline(); ok && !is && time.Until(end) < takes+again+time.Second {
		takes = time.Hour // a port that hangs
	}
	select {
	case <-time.After(takes):
	case <-ctx.Done():
		// Two entrants that are missing at once are reported one after the other.
		time.Sleep(jitter(r, time.Millisecond))
		return nil, ctx.Err()
	}
	if !is {
		return nil, errAway
	}
	p := &player{FakePlayer: hosttest.New(e.answer), entrant: e, wall: d.wallStamps()}
	p.Fail(gone, hosttest.ErrGone)
	return p, nil
}

func (e *entrant) answer(p *hosttest.FakePlayer, _ string) {
	r := e.day.chance("answer/" + e.name)
	after, text := jitter(r, limit*4/10), fmt.Sprintln(r.IntN(10))
	if !e.honest {
		switch r.IntN(40) {
		case 0:
			after += limit
		case 1:
			text = "I resign\n"
		case 2:
			text = void + "\n"
		case 3:
			return
		case 4:
			text += text // a line that were not asked for
		}
	}
	p.Say(after, text)
}

// player is an entrant at a table.
type player struct {
	*hosttest.FakePlayer
	entrant *entrant
	wall    func() time.Duration // by which its stamps are wrong; nil is right
}

// Receive is a line, stamped.
func (p *player) Receive(ctx context.Context) (text string, first, last time.Time, err error) {
	text, first, last, err = p.FakePlayer.Receive(ctx)
	if p.wall != nil && err == nil {
		first, last = first.Add(p.wall()), last.Add(p.wall())
	}
	return text, first, last, err
}

// Send sends, and stamps that.
func (p *player) Send(ctx context.Context, text string) (sent, drained time.Time, err error) {
	sent, drained, err = p.FakePlayer.Send(ctx, text)
	if p.wall != nil {
		sent, drained = sent.Add(p.wall()), drained.Add(p.wall())
	}
	return sent, drained, err
}

// Close does nothing.
func (p *player) Close() error { return nil }

// Reusable is true: it plays game after game.
func (p *player) Reusable() bool { return true }

// Alive reports whether the entrant is still there. That takes a time that nobody
// else has, so that two tables that go on at once do so one after the other.
func (p *player) Alive(context.Context) bool {
	time.Sleep(jitter(p.entrant.day.chance("healthy/"+p.entrant.name), time.Millisecond))
	is, _ := p.entrant.here()
	return is
}

// SimulatedTime is false.
func (p *player) SimulatedTime() bool { return false }

// PollingClient is false.
func (p *player) PollingClient() bool { return false }

// Usage is nil.
func (p *player) Usage() func() stalls.Usage { return nil }

// Uncounted is false.
func (p *player) Uncounted() bool { return false }

// Nice is 0.
func (p *player) Nice() int { return 0 }

// Suspend is nil.
func (p *player) Suspend() func(bool) { return nil }

// LogAnswers does nothing.
func (p *player) LogAnswers(func(text string)) {}
