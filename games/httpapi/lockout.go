package httpapi

import (
	"net/netip"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// longSecret is the length from which a secret can't be guessed: a request with it is never
// locked out. A lockout protects shorter ones, such as the player codes of contests.
const longSecret = 16

// The lockout of a source that shows wrong secrets: it doubles with each one.
const (
	freeGuesses   = 10 // before the first one
	firstLockout  = time.Second
	maxLockout    = 5 * time.Minute
	forgetGuesses = time.Hour // after the last one

	// Sources that have never shown a right secret share this, so that whoever has
	// many addresses gains little.
	strangeEvery = time.Second
	strangeBurst = 60

	// A source from which the seat's client came is let in with the right secret while
	// others there guess, until they have shown this number of wrong ones.
	maxBeside = 1000

	maxHomes = 8 // sources that are known of a seat's clients
)

// lockout keeps sources from guessing short secrets, by exponential back-off. It never
// blocks another source that has shown a right secret before.
type lockout struct {
	mu      sync.Mutex
	sources map[netip.Prefix]*guesses
	strange *rate.Limiter
	homes   map[string][]netip.Prefix // by seat, those from which its clients came

	// early reports secrets that are right at another time; they count as no guesses. It may be nil.
	early func(secrets []string) bool
}

// guesses counts the wrong secrets of a source.
type guesses struct {
	failed int       // that were looked at
	beside int       // wrong ones while the source was locked out
	last   time.Time // of failed
	until  time.Time // the source is locked out
}

func newLockout() *lockout {
	return &lockout{
		sources: map[netip.Prefix]*guesses{}, homes: map[string][]netip.Prefix{},
		strange: rate.NewLimiter(rate.Every(strangeEvery), strangeBurst),
	}
}

// try looks for the owner of the short secrets that a request shows, unless its source
// is locked out: then wait is how long still, and nothing tells whether they were
// right. Requests are looked at one by one, so that none is lost count of.
func (l *lockout) try(
	now time.Time, source netip.Prefix, secrets []string, owner func(secrets []string) string,
) (seat string, wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	g := l.of(source, now)
	if wait = g.until.Sub(now); wait > 0 {
		return l.beside(g, source, secrets, owner), wait
	}
	home := l.home(source)
	if !home && l.strange.TokensAt(now) < 1 {
		return "", strangeEvery
	}
	if seat = owner(secrets); seat != "" {
		l.know(seat, source)
		return seat, 0
	}
	if l.early != nil && l.early(secrets) {
		return "", 0
	}
	g.failed += len(secrets)
	g.last = now
	if over := g.failed - freeGuesses; over >= 0 {
		g.until = now.Add(min(maxLockout, firstLockout<<min(over, 16)))
	}
	if !home {
		l.strange.AllowN(now, min(len(secrets), int(l.strange.TokensAt(now))))
	}
	l.keep(source, g)
	return "", 0
}

// beside looks at the secrets of a locked out source from which a client came: others
// there must not keep that client out. They gain a bounded number of guesses by it.
func (l *lockout) beside(g *guesses, source netip.Prefix, secrets []string, owner func([]string) string) string {
	if g.beside >= maxBeside || !l.home(source) {
		return ""
	}
	if seat := owner(secrets); slices.Contains(l.homes[seat], source) {
		return seat
	}
	g.beside += len(secrets)
	return ""
}

func (l *lockout) of(source netip.Prefix, now time.Time) *guesses {
	if g := l.sources[source]; g != nil && now.Sub(g.last) < forgetGuesses {
		return g
	}
	return &guesses{}
}

// keep keeps what is known of a source. Of too many the one that may try again first
// is forgotten: clients from that many sources are slowed down together.
func (l *lockout) keep(source netip.Prefix, g *guesses) {
	if l.sources[source] == nil && len(l.sources) >= maxSources {
		var first netip.Prefix
		for s, other := range l.sources {
			if one := l.sources[first]; one == nil || other.until.Before(one.until) {
				first = s
			}
		}
		delete(l.sources, first)
	}
	l.sources[source] = g
}

// home reports whether a seat's client came from a source.
func (l *lockout) home(source netip.Prefix) bool {
	for _, homes := range l.homes {
		if slices.Contains(homes, source) {
			return true
		}
	}
	return false
}

// know keeps that a seat's client came from a source.
func (l *lockout) know(seat string, source netip.Prefix) {
	homes := l.homes[seat]
	switch {
	case slices.Contains(homes, source):
		return
	case len(homes) >= maxHomes:
		homes = homes[1:]
	}
	l.homes[seat] = append(homes, source)
}

// admitted is know, of a client that was given a seat.
func (l *lockout) admitted(seat string, source netip.Prefix) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.know(seat, source)
}
