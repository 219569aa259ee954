package descriptor

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/latency"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/player"
)

// timing is a player that is timed in matches with our bots: a latency.Subject.
type timing struct {
	tester
}

// newTimer makes a timer of a player by matches of the game.
func (g *Descriptor) newTimer(t *Timing) *latency.Timer {
	return &latency.Timer{
		Subject: &timing{tester{TestSetup: t.TestSetup, game: g}}, Games: cmp.Or(t.Drill.Games, t.Drill.Usual),
		Run: latency.Run{
			Address: t.Address, Limit: t.limit(), Wire: t.Wire,
			Across: "ply", AcrossWords: "answers before it in the game",
			FloorFault: "not measured: " + g.Name + " has no question that needs no thought",
		},
	}
}

// Open implements latency.Subject.
func (t *timing) Open(ctx context.Context) error { return t.reopen(ctx, 0) }

// Close implements latency.Subject.
func (t *timing) Close() { t.close() }

// Cycles implements latency.Subject.
func (t *timing) Cycles() (count int64, took time.Duration, ok bool) {
	return player.ThinkingCycles(t.player)
}

// Floor implements latency.Subject: no question of these games needs no thought.
func (t *timing) Floor(context.Context, *latency.Timer) error { return nil }

// Play implements latency.Subject. An answer that came before its question took no
// time that says anything.
func (t *timing) Play(ctx context.Context, n int, timer *latency.Timer) (strayed bool, err error) {
	var meter *latency.StampRecorder
	mine, ply := n%t.game.MinSeats, 0
	return false, t.play(ctx, n, func(_ int, p host.Player) host.Player {
		meter = latency.NewStampRecorder(p)
		return meter
	}, func(e record.Event) {
		if e.Type != record.EventAnswer || e.Seat != mine || e.Question == "" ||
			slices.Contains(t.game.Handshake, e.Question) || timer.Enough() {
			return
		}
		if last := meter.Last(); !last.Last.Before(last.Sent) {
			ply++
			timer.Take(t.game.Seats[mine], last, []latency.Label{
				{Name: "game", Value: n + 1}, {Name: "seat", Value: t.game.Seats[mine]}, {Name: "ply", Value: ply},
			})
		}
	})
}
