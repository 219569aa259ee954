package tutorial

import (
	"context"
	"fmt"
	"slices"

	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/model"
)

// A lamp that is on and off for three bits of the serial line each says this byte
// again and again: start and two bits low, three high, three low, stop.
const (
	ledHz   = 2 * 3 * quickHz / 115200
	ledByte = 0x1c

	ledSeconds = 100 // of the lamp's clock, that it is watched
)

// blinks is an error unless the lamp of a project is on for half a second, then
// off for half a second. The error has the times that were measured.
func blinks(ctx context.Context, b *model.Builder, p *project) error {
	address, err := p.withLED(ledHz)
	if err != nil {
		return err
	}
	config, err := sim.DirBoard(address)
	if err != nil {
		return err
	}
	m, err := sim.BuildBoard(ctx, b, config)
	if err != nil {
		return err
	}
	board, err := m.Start(ctx)
	if err != nil {
		return err
	}
	defer board.Close()
	blinked := 0
	var toggled []uint64 // clock cycles
	for board.Now() < ledSeconds*ledHz {
		received, _, err := board.Run(nil, 1, 0)
		if err != nil {
			return err
		}
		for _, r := range received {
			if r.Byte == ledByte && !r.Framing {
				blinked++
			}
		}
		if tx := board.TX(); int(tx.Changes) > len(toggled) {
			toggled = append(toggled, tx.Since)
		}
	}
	if blinked >= 10 {
		return nil
	}
	return say.Errorf("the lamp does not blink: it is not on for half a second, then off for half a second; %s", lampTimes(toggled))
}

// lampTimes tells how long a lamp stays as it is, of the cycles in which it changed.
func lampTimes(toggled []uint64) say.Text {
	if len(toggled) < 3 {
		return say.Format("changes of its level in %d s: %d", ledSeconds, len(toggled))
	}
	var times []uint64 // the first and the last are cut off
	for i, cycle := range toggled[1:] {
		times = append(times, cycle-toggled[i])
	}
	short, long := slices.Min(times), slices.Max(times)
	seconds := func(cycles uint64) string { return fmt.Sprintf("%.3g s", float64(cycles)/ledHz) }
	if short == long {
		return say.Format("it toggles every %s, should be 0.5 s: %d clock cycles where CLOCK_HZ / 2 is %d", seconds(long), long, ledHz/2)
	}
	return say.Format("it toggles after %s to %s, should be 0.5 s: %d to %d clock cycles where CLOCK_HZ / 2 is %d",
		seconds(short), seconds(long), short, long, ledHz/2)
}
