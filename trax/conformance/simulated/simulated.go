// Package simulated extends the check of a player by what only a simulated board shows:
// other power-up states, bit rates that are off, the length of its bits, and the waveform
// of the game that fails.
package simulated

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/trax/conformance"
	"github.com/loopline/loopline/trax/playertest"
)

// Variants of a simulated board in a check.
const (
	powerUpStates = 3
	rateOff       = 0.02
)

// simulatedQuiet is the least time to listen to a board after a game, in simulated time.
const simulatedQuiet = 5 * time.Millisecond

// Add extends a check if the address is that of a simulated board. Open makes the opener
// of an address.
func Add(c *conformance.Config, address string, open func(address string) playertest.Opener) {
	a, err := addr.Parse(address)
	if err != nil || a.Scheme != addr.SchemeSim && a.Scheme != addr.SchemeBit {
		return
	}
	board, err := sim.ParseBoard(a.Scheme + ":" + a.Name)
	if err != nil || board.RealTime {
		return
	}
	c.Quiet = simulatedQuiet
	c.BitError = bitError
	if board.Board.Wave != "" {
		keepFailing(c, open(a.Scheme+":"+sim.WithoutOption(a.Name, "wave")))
	}
	with := func(key, value string) playertest.Opener {
		return open(a.Scheme + ":" + sim.WithOption(sim.WithoutOption(a.Name, "wave"), key, value))
	}
	for i := range powerUpStates {
		seed := strconv.FormatUint(uint64(board.Board.Seed+uint32(i)+1)&(1<<31-1), 10)
		c.PowerUp = append(c.PowerUp, conformance.Variant{Name: "seed=" + seed, Open: with("seed", seed)})
	}
	for _, skew := range [...]float64{-rateOff, rateOff} {
		value := fmt.Sprint(skew)
		c.Rates = append(c.Rates, conformance.Variant{Name: "skew=" + value, Open: with("skew", value)})
	}
}

// keepFailing makes the waveform hold one game: the first that fails, or the last. Later
// games open the player without a waveform.
func keepFailing(c *conformance.Config, without playertest.Opener) {
	waved, kept := c.Open, false
	var plays check.PlayerConn
	c.Open = func(ctx context.Context) (check.PlayerConn, error) {
		if kept {
			return without(ctx)
		}
		return waved(ctx)
	}
	c.OnStart = func(p check.PlayerConn) {
		plays = p
		if opened, ok := p.(*player.Player); ok {
			_ = opened.RestartWave() // the game reports a model that has ended
		}
	}
	c.OnFail = func(check.PlayerConn) {
		kept = true
		// A player that fouled is closed by now. Its waveform is whole then, and lacks a view.
		if opened, ok := plays.(*player.Player); ok {
			_ = opened.KeepWave()
		}
	}
}

func bitError(p check.PlayerConn) (conformance.BitError, bool) {
	opened, ok := p.(*player.Player)
	if !ok {
		return conformance.BitError{}, false
	}
	e, ok := opened.BitError()
	return conformance.BitError(e), ok
}
