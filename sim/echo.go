package sim

import (
	"context"
	"time"

	"github.com/loopline/loopline/internal/echo"
	"github.com/loopline/loopline/internal/say"
)

// Repeats reports whether the board sends back bytes that come one at a time, and how many clock cycles its bits
// last. A board that echoes may lose what comes while it sends.
func (b *Board) Repeats() (echoes bool, bit float64, err error) { return b.repeats(b.Run) }

// repeats is Repeats with a function that runs the board.
func (b *Board) repeats(run func(bytes []byte, cycles uint64, stop Stop) ([]RxByte, uint64, error)) (echoes bool, bit float64, err error) {
	const pause = 8 // frames
	wait := uint64(pause * 11 * b.config.bit())
	if _, _, err := run(nil, wait, 0); err != nil {
		return false, 0, err
	}
	for _, sent := range []byte("U3Z") {
		received, _, err := run([]byte{sent}, wait, 0)
		if err != nil || len(received) != 1 || received[0].Byte != sent {
			return false, 0, err
		}
		if bit, echoes = received[0].Bit(); !echoes {
			return false, 0, nil
		}
	}
	return true, bit, nil
}

// explainEcho says what it shows that a board like this one sends back what it gets; it says nothing of one that
// does not.
func (b *Board) explainEcho(budget *probeBudget) (text say.Text) {
	const other = 3 // times as long a bit
	switch {
	case !b.echoesAt(b.config.bit(), budget):
		return text
	case b.echoesAt(other*b.config.bit(), budget):
		return echo.Connected(b.config.Pins.TX, b.config.Pins.RX)
	}
	return echo.Only()
}

// echoesAt reports whether a board like this one sends back what it gets in bits of so many clock cycles.
func (b *Board) echoesAt(bit float64, budget *probeBudget) bool {
	same, err := b.again(bit)
	if err != nil {
		return false
	}
	defer budget.charge(same)
	defer budget.stop.ends(same)()
	if before, err := same.runUntil(budget, same.Cycles(max(probeBoot, b.config.Boot)), 0); err != nil || len(before) > 0 {
		return false
	}
	echoes, _, err := same.repeats(func(bytes []byte, cycles uint64, stop Stop) ([]RxByte, uint64, error) {
		if budget.over() {
			return nil, 0, context.DeadlineExceeded
		}
		return same.Run(bytes, cycles, stop)
	})
	return err == nil && echoes
}

// ExplainEcho asks a board like this one whether it sends back what it gets, and says what that shows; it says
// nothing of a board that does not.
func (p *Player) ExplainEcho(ctx context.Context) say.Text {
	return p.board.explainEcho(&probeBudget{time.Now().Add(probeLimit), probeCycles, interruptionOf(ctx)})
}
