package tutorial

import (
	"context"
	"fmt"

	"github.com/loopline/loopline/sim"
)

// A lamp that is on and off for three bits of the serial line each says this byte
// again and again: start and two bits low, three high, three low, stop.
const (
	ledHz   = 2 * 3 * quickHz / 115200
	ledByte = 0x1c
)

// blinks is an error unless the lamp of a project is on for half a second, then
// off for half a second.
func blinks(ctx context.Context, b *sim.Builder, p *project) error {
	address, err := p.withLED(ledHz)
	if err != nil {
		return err
	}
	a, err := sim.ParseAddress(address)
	if err != nil {
		return err
	}
	if a.Board.Source, err = sim.DirSource(a.Dir); err != nil {
		return err
	}
	m, err := b.BuildBoard(ctx, a.Board)
	if err != nil {
		return err
	}
	board, err := m.Start(ctx)
	if err != nil {
		return err
	}
	defer board.Close()
	received, _, err := board.Run(nil, 100*ledHz, 0)
	if err != nil {
		return err
	}
	blinked := 0
	for _, r := range received {
		if r.Byte == ledByte && !r.Framing {
			blinked++
		}
	}
	if blinked < 10 {
		return fmt.Errorf("the lamp does not blink: it is not on for half a second, then off for half a second")
	}
	return nil
}
