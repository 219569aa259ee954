package stalls

import (
	"sync"
	"time"
)

// Reading a load costs time too, of a player with many processes the more. It
// takes no more than a fiftieth of the time, but a load is never older than this.
const (
	usageShare  = 50
	maxUsageAge = 100 * time.Millisecond
)

// usageMeter reads the load of one player. It may be used from any goroutine.
type usageMeter struct {
	load func() Usage // nil: unknown

	mu     sync.Mutex
	latest Usage
	at     time.Time     // when it began to be read
	cost   time.Duration // of reading it
	due    time.Time     // when it is read again
}

// now is the load now.
func (m *usageMeter) now() Usage {
	if m.load == nil {
		return Usage{}
	}
	began := time.Now()
	load := m.load()
	took := time.Since(began)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.cost == 0 {
		m.cost = took
	}
	// One that was interrupted tells little about what reading costs.
	m.cost = min(took, 2*m.cost)
	m.due = began.Add(min(usageShare*m.cost, maxUsageAge))
	m.latest, m.at = m.latest.atLeast(load), began
	return m.latest
}

// within is the load now, or one that was read no longer ago than an age.
func (m *usageMeter) within(age time.Duration) Usage {
	if m.load == nil {
		return Usage{}
	}
	m.mu.Lock()
	latest, fresh := m.latest, time.Since(m.at) <= age
	m.mu.Unlock()
	if fresh {
		return latest
	}
	return m.now()
}

// source returns what others read the load by, so that they spare this meter the
// reading; nil if the load is unknown.
func (m *usageMeter) source() func() Usage {
	if m.load == nil {
		return nil
	}
	return m.now
}

// lately is the load now or a little earlier.
func (m *usageMeter) lately() Usage {
	m.mu.Lock()
	latest, fresh := m.latest, time.Now().Before(m.due)
	m.mu.Unlock()
	if fresh {
		return latest
	}
	return m.now()
}
