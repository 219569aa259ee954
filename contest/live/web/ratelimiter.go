package web

import (
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/loopline/loopline/internal/throttle"
)

// Limits bounds the load of a site. The zero value of each field means the default.
type Limits struct {
	Viewers    int // that follow at once; fewer where fewer files may be open
	PerAddress int // of these from one address
	Requests   int // a second from one address; four seconds' worth may come at once

	// Connections may be open at once, those of viewers among them. By default there is
	// room for the viewers and 2,048 others, but some of the files that this program may
	// open is left to all else.
	Connections int
	Pages       int // connections from one address, besides its viewers'
}

// Defaults of Limits. A hall behind one router has one address.
const (
	DefaultViewers    = 20_000
	DefaultPerAddress = 2_000
	DefaultRequests   = 500
	DefaultPages      = 512
)

const burst = 4 // seconds

func (l Limits) complete() Limits {
	if l.Viewers == 0 {
		l.Viewers = DefaultViewers
	}
	room, viewers := throttle.Room(throttle.Files(), l.Viewers)
	if l.Connections == 0 {
		l.Connections, l.Viewers = room, viewers
	}
	if l.Pages == 0 {
		l.Pages = DefaultPages
	}
	if l.PerAddress == 0 {
		l.PerAddress = min(DefaultPerAddress, l.Viewers)
	}
	if l.Requests == 0 {
		l.Requests = DefaultRequests
	}
	return l
}

// maxAddresses is of how many addresses the requests are counted one by one; those of
// all others count as one's.
const maxAddresses = 16_384

// RateLimiter counts viewers and requests by address. It is safe for concurrent use.
type RateLimiter struct {
	Limits
	Now func() time.Time

	connections *throttle.Connections // of the pages; the director's page has its own

	mu        sync.Mutex
	viewers   int
	entered   int // since the site is there
	addresses map[netip.Prefix]*clientState
	rest      *rate.Limiter // of requests from where there was no room for
	swept     time.Time
}

type clientState struct {
	viewers int
	pace    *rate.Limiter // of requests
	heard   time.Time
	delayed int // requests that are answered late
}

func newRateLimiter(l Limits) *RateLimiter {
	g := &RateLimiter{
		Limits: l.complete(), Now: time.Now, addresses: map[netip.Prefix]*clientState{},
	}
	g.connections = &throttle.Connections{Most: g.Connections, PerSource: g.PerAddress + g.Pages}
	g.rest = g.pace()
	return g
}

// pace returns the token bucket of an address.
func (g *RateLimiter) pace() *rate.Limiter {
	return rate.NewLimiter(rate.Limit(g.Requests), g.Requests*burst)
}

// maxDelayed limits how many requests over the limit of an address are answered late;
// the connections of others are closed at once.
const maxDelayed = 32

// Times of the guard.
const (
	delayFor   = time.Second      // a request over the limit waits, so that asking faster gains nothing
	sweepEvery = 30 * time.Second // and addresses that were not heard of for so long are forgotten
)

// Source returns who asks: an IPv4 address, or the network of an IPv6 address that one
// subscriber has.
func Source(r *http.Request) netip.Prefix { return throttle.Source(r.RemoteAddr) }

// at finds an address. The caller holds the lock.
func (g *RateLimiter) at(who netip.Prefix) *clientState {
	now := g.Now()
	if now.Sub(g.swept) > sweepEvery {
		g.swept = now
		for key, a := range g.addresses {
			if a.viewers == 0 && a.delayed == 0 && now.Sub(a.heard) > sweepEvery {
				delete(g.addresses, key)
			}
		}
	}
	a := g.addresses[who]
	if a == nil {
		a = &clientState{pace: g.pace(), heard: now}
		g.addresses[who] = a
	}
	return a
}

// TooMany counts a request, and reports whether it is one too many.
func (g *RateLimiter) TooMany(who netip.Prefix) (tooMany bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.Now()
	if g.addresses[who] == nil && len(g.addresses) >= maxAddresses && now.Sub(g.swept) <= sweepEvery {
		return !g.rest.AllowN(now, 1)
	}
	a := g.at(who)
	a.heard = now
	return !a.pace.AllowN(now, 1)
}

// delay counts a request that is answered late, unless there are too many.
func (g *RateLimiter) delay(who netip.Prefix, by int) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	a := g.at(who)
	if by > 0 && a.delayed >= maxDelayed {
		return false
	}
	a.delayed += by
	return true
}

// enter counts a viewer in, unless there are too many, and gives it a number. The one
// who got in calls leave.
func (g *RateLimiter) enter(who netip.Prefix) (number int, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	a := g.at(who)
	if g.viewers >= g.Viewers || a.viewers >= g.PerAddress {
		return 0, false
	}
	g.viewers++
	a.viewers++
	g.entered++
	return g.entered, true
}

func (g *RateLimiter) leave(who netip.Prefix) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.viewers--
	g.at(who).viewers--
}

// Watching returns how many viewers follow.
func (g *RateLimiter) Watching() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.viewers
}

// Policy is the Content-Security-Policy of the pages: own files only, nothing inline.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
	"img-src 'self' data:; base-uri 'none'; form-action 'none'"

// SetHeaders sets what every answer has: what the page may load, and what other sites learn of it.
func SetHeaders(h http.Header, policy, referrer string) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", referrer)
}

// SetPrivate is SetHeaders for a page that acts for one person: no site may put it into a frame.
func SetPrivate(h http.Header, policy, referrer string) {
	SetHeaders(h, policy, referrer)
	h.Set("X-Frame-Options", "DENY")
}

// Handler puts the limits and the headers that every answer has before a
// handler.
func (g *RateLimiter) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		SetHeaders(w.Header(), Policy, "no-referrer")
		who := Source(r)
		if g.TooMany(who) {
			g.Refuse(w, r, who)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Refuse answers a request over the limit: late, or by hanging up.
func (g *RateLimiter) Refuse(w http.ResponseWriter, r *http.Request, who netip.Prefix) {
	w.Header().Set("Connection", "close")
	w.Header().Set("Retry-After", "2")
	if g.delay(who, 1) {
		select {
		case <-time.After(delayFor):
		case <-r.Context().Done():
		}
		g.delay(who, -1)
	}
	http.Error(w, LangOf(r).T("too-fast"), http.StatusTooManyRequests)
}

// full answers who cannot follow because there is no room.
func (g *RateLimiter) full(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Retry-After", strconv.Itoa(60))
	http.Error(w, LangOf(r).T("too-many", g.Viewers, g.PerAddress), http.StatusServiceUnavailable)
}
