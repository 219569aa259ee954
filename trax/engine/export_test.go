package engine

import "time"

// TickingClock is a clock that goes on by Tick whenever it is read, and counts
// the readings: a bot must end after a number of them, however slow the machine
// is.
type TickingClock struct {
	Tick  time.Duration
	Reads int // of the clock, in all

	at time.Time
}

func (c *TickingClock) read() time.Time {
	c.Reads++
	if c.at.IsZero() {
		c.at = time.Unix(0, 0)
	}
	c.at = c.at.Add(c.Tick)
	return c.at
}

// On returns options for a bot that reads the clock c.
func (c *TickingClock) On(o Options) Options {
	o.Clock = c.read
	return o
}
