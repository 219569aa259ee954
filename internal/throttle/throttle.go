// Package throttle limits what each of many may take: how often something is done, by
// token buckets of golang.org/x/time/rate in tables whose memory is bounded, and how many
// connections are open.
package throttle

import (
	"net"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Source returns the source that a request from a network address counts for: an IPv4
// address, or the /64 network of an IPv6 address, since one subscriber owns all of it.
// It returns the zero value for an invalid address. Headers such as X-Forwarded-For
// play no part.
func Source(address string) netip.Prefix {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return netip.Prefix{}
	}
	a, err := netip.ParseAddr(host)
	if err != nil {
		return netip.Prefix{}
	}
	bits := 32
	if a = a.Unmap().WithZone(""); a.Is6() {
		bits = 64
	}
	p, _ := a.Prefix(bits) // the bits fit
	return p
}

// Table has a token bucket for each key. Set the fields, then call Of; it is safe
// for concurrent use.
type Table[K comparable] struct {
	Rate  rate.Limit // a second
	Burst int        // at once
	Most  int        // keys that have a bucket of their own; more share one

	mu      sync.Mutex
	buckets map[K]*rate.Limiter
	rest    *rate.Limiter
	swept   time.Time
}

// sweepEvery is the shortest time between two searches of a full table for idle
// buckets.
const sweepEvery = time.Second

// Of is the bucket of a key. A bucket that is full again is as good as a new one:
// those make room when the table is full. While there is none, the keys that are not
// in the table share one bucket.
func (t *Table[K]) Of(key K, now time.Time) *rate.Limiter {
	t.mu.Lock()
	defer t.mu.Unlock()
	if b := t.buckets[key]; b != nil {
		return b
	}
	if t.buckets == nil {
		t.buckets = map[K]*rate.Limiter{}
		t.rest = rate.NewLimiter(t.Rate, t.Burst)
	}
	if len(t.buckets) >= t.Most && now.Sub(t.swept) >= sweepEvery {
		t.swept = now
		for k, b := range t.buckets {
			if b.TokensAt(now) >= float64(t.Burst) {
				delete(t.buckets, k)
			}
		}
	}
	if len(t.buckets) >= t.Most {
		return t.rest
	}
	b := rate.NewLimiter(t.Rate, t.Burst)
	t.buckets[key] = b
	return b
}

// Len counts the keys that have a bucket.
func (t *Table[K]) Len() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.buckets)
}
