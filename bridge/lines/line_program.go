package lines

import (
	"time"
)

// Program is the connection to a program on this machine: it can also be measured and
// stopped. Package exec makes one.
type Program interface {
	// CPUTime is the processor time that the program and all it has started
	// have used so far, threads and children that ended included. It never
	// falls. It may be called at any time, from any goroutine, and costs some
	// ten microseconds.
	CPUTime() time.Duration

	// Counted reports whether CPUTime covers all processes of the program. It is known
	// from the start.
	Counted() bool

	// Apart reports whether the program cannot take the processors from others,
	// because the system shares them out between it and them. It is known from the start.
	Apart() bool

	// Stop stops the program and all it has started, and returns when they
	// stand still. Bytes written meanwhile wait for it.
	Stop() error

	// Continue lets it go on.
	Continue() error
}

// Program returns the program at the other end, or nil where there is none on this
// machine, such as a board.
func (l *Line) Program() Program { return programOf(l.conn) }

func programOf(conn any) Program {
	switch c := conn.(type) {
	case Program:
		return c
	case interface{ Program() Program }:
		return c.Program()
	}
	return nil
}

// Program passes on the connection's, or nil.
func (t *Tap) Program() Program { return programOf(t.conn) }
