package api

import (
	"net/http"
	"sync"
	"time"
)

// How many requests are answered.
const (
	perConnection = 100 // a second, and twice that at once
	perMachine    = 5000
	maxMachines   = 4096 // that are counted
)

// bucket counts requests: it fills up with time and is empty when there were too
// many.
type bucket struct {
	mu    sync.Mutex
	spent float64
	at    time.Time
}

// take reports whether there is one left, of so many a second.
func (b *bucket) take(now time.Time, rate float64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent = max(0, b.spent-now.Sub(b.at).Seconds()*rate)
	b.at = now
	if b.spent+1 > 2*rate {
		return false
	}
	b.spent++
	return true
}

// connectionKey is where a connection's bucket is found.
type connectionKey struct{}

// rates counts the requests of each connection and machine.
type rates struct {
	mu       sync.Mutex
	machines map[string]*bucket
}

// allow reports whether a request may be answered.
func (r *rates) allow(request *http.Request) bool {
	now := time.Now()
	own, _ := request.Context().Value(connectionKey{}).(*bucket)
	return (own == nil || own.take(now, perConnection)) &&
		r.machine(machineOf(request.RemoteAddr)).take(now, perMachine)
}

func (r *rates) machine(name string) *bucket {
	r.mu.Lock()
	defer r.mu.Unlock()
	b := r.machines[name]
	if b == nil {
		if r.machines == nil || len(r.machines) >= maxMachines {
			r.machines = map[string]*bucket{}
		}
		b = &bucket{}
		r.machines[name] = b
	}
	return b
}
