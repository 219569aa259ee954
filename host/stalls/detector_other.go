//go:build !linux

package stalls

import "time"

// usable is one processor that cannot be bound to: here one beat runs wherever the
// system lets it. It shows a stall of the whole machine, and not one of a single
// processor while others are idle: such a stall is not credited.
func usable() []int { return []int{-1} }

func bind(int) {}

// lower does nothing: beats for players of a lower priority run at the host's, and
// show less.
func lower(int) {}

// waitMeter tells nothing: the system does not say how long a thread was ready to
// run and did not.
type waitMeter struct{}

func openWaitMeter() waitMeter { return waitMeter{} }

func (waitMeter) read() time.Duration { return 0 }

func (waitMeter) close() {}

// workersMeter knows nothing: the system does not say how long its own threads waited.
type workersMeter struct{}

func newWorkersMeter() *workersMeter { return &workersMeter{} }

func (*workersMeter) look() (ended, ongoing time.Duration) { return 0, 0 }

func (*workersMeter) close() {}
