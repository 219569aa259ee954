package model

import (
	"cmp"
	"fmt"
	"time"

	"github.com/loopline/loopline/internal/say"
)

// Bounds limit what a simulated board of an entrant may cost the host. A field that is 0 limits nothing.
type Bounds struct {
	Clock float64       // of the board, in Hz
	Boot  time.Duration // in simulated time

	// Load is the processor time that a second of the board's simulated time may take: it lowers
	// BoardConfig.CycleTime with the board's clock.
	Load time.Duration

	Answer, Game time.Duration // processor time of an answer, and of all answers of a game

	// AnswerWall and GameWall are times on the wall that an answer, and all answers of a game, may take to
	// simulate. A board that used or slept away most of one has lost; if it waited for a processor of the
	// host, the game is void: see [StarvedError].
	AnswerWall, GameWall time.Duration
}

// SimulationLimit bounds the wall time of one answer, where no other bound does.
const SimulationLimit = 10 * time.Minute

// DefaultBounds returns bounds that boards of 12 MHz to 100 MHz fit which fill a large FPGA. The slowest
// board of [DefaultCycleTime] takes a thirtieth of the load at 12 MHz, and a third at 100 MHz.
func DefaultBounds() Bounds {
	return Bounds{
		Clock: 200e6, Boot: time.Second, Load: 50 * time.Second,
		Answer: 2 * time.Minute, Game: time.Hour, AnswerWall: SimulationLimit, GameWall: 3 * time.Hour,
	}
}

// OrDefault returns the bounds with those of DefaultBounds where a field is 0.
func (b Bounds) OrDefault() Bounds {
	usual := DefaultBounds()
	b.Clock = cmp.Or(b.Clock, usual.Clock)
	for _, of := range [...]struct{ own, usual *time.Duration }{
		{&b.Boot, &usual.Boot}, {&b.Load, &usual.Load}, {&b.Answer, &usual.Answer}, {&b.Game, &usual.Game},
		{&b.AnswerWall, &usual.AnswerWall}, {&b.GameWall, &usual.GameWall},
	} {
		*of.own = cmp.Or(*of.own, *of.usual)
	}
	return b
}

// Check returns what of a board, its clock in Hz and its boot, is outside the bounds, with what to write instead, or nil.
func (b Bounds) Check(clock float64, boot time.Duration) error {
	plain := func(hz float64) string { return fmt.Sprintf("%.10g", hz) }
	switch {
	case b.Clock > 0 && clock > b.Clock:
		return say.Errorf("a clock of %s Hz is faster than %s; write at most clk=%s", plain(clock), plain(b.Clock), plain(b.Clock))
	case b.Boot > 0 && boot > b.Boot:
		return say.Errorf("a boot of %v is longer than %v; write at most boot=%v", boot, b.Boot, b.Boot)
	}
	return nil
}

// CycleTime is the processor time of a clock cycle within the load, of which some was asked for; 0 is the default.
func (b Bounds) CycleTime(clock float64, asked time.Duration) time.Duration {
	if b.Load <= 0 {
		return asked
	}
	most := max(time.Duration(float64(b.Load)/clock), 1)
	if asked == 0 {
		return min(most, DefaultCycleTime)
	}
	return min(most, asked)
}
