package stalls

import (
	"sync"
	"time"
)

// Reading a load costs time too, of a player with many processes the more. It
// takes no more than a fiftieth of the time, but a load is never older than this.
const (
	loadShare  = 50
	maxLoadAge = 100 * time.Millisecond
)

// meter reads the load of one player. It may be used from any goroutine.
type meter struct {
	load func() Load // nil: unknown

	mu     sync.Mutex
	latest Load
	at     time.Time     // when it began to be read
	cost   time.Duration // of reading it
	due    time.Time     // when it is read again
}

// now is the load now.
func (m *meter) now() Load {
	if m.load == nil {
		return Load{}
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
	m.due = began.Add(min(loadShare*m.cost, maxLoadAge))
	m.latest, m.at = m.latest.atLeast(load), began
	return m.latest
}

// within is the load now, or one that was read no longer ago than an age.
func (m *meter) within(age time.Duration) Load {
	if m.load == nil {
		return Load{}
	}
	m.mu.Lock()
	latest, fresh := m.latest, time.Since(m.at) <= age
	m.mu.Unlock()
	if fresh {
		return latest
	}
	return m.now()
}

// source is what others read the load by, so that they spare this meter the
// reading; nil if the load is unknown.
func (m *meter) source() func() Load {
	if m.load == nil {
		return nil
	}
	return m.now
}

// lately is the load now or a little earlier.
func (m *meter) lately() Load {
	m.mu.Lock()
	latest, fresh := m.latest, time.Now().Before(m.due)
	m.mu.Unlock()
	if fresh {
		return latest
	}
	return m.now()
}
