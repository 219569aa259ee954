package sim

import (
	"time"
)

// CPUTime returns the processor time that the model has used; see
// sandbox.Process.CPUTime.
func (c *Conn) CPUTime() time.Duration { return c.board.p.Program.CPUTime() }

// Stop stops the model; see sandbox.Process.Stop.
func (c *Conn) Stop() error { return c.board.p.Program.Stop() }

// Continue lets it go on.
func (c *Conn) Continue() error { return c.board.p.Program.Continue() }

// Counted reports whether that time is all; see sandbox.Process.Counted.
func (c *Conn) Counted() bool { return c.board.p.Program.Counted() }

// Apart reports whether the model cannot take the processors from others; see
// [sandbox.Process.Apart].
func (c *Conn) Apart() bool { return c.board.p.Program.Apart() }
