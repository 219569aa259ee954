package engine

import (
	"time"

	"golang.org/x/sys/unix"
)

// processorTime is a clock that goes on while this thread computes: a busy
// machine takes nothing from either bot.
func processorTime() time.Time {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts); err != nil {
		panic(err)
	}
	return time.Unix(ts.Unix())
}

// OnProcessorTime returns options for a bot that reads that clock.
func OnProcessorTime(o Options) Options {
	o.Clock = processorTime
	return o
}

// ProcessorTime is that clock.
func ProcessorTime() time.Time { return processorTime() }
