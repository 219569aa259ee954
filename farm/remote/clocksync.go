package remote

import "time"

// maxDrift bounds the drift between two clocks, in seconds per second: crystals are
// within 100 µs, and ntpd corrects a clock by up to 500 µs.
const maxDrift = 1000e-6

// clockSync estimates the clock offset of an agent as NTP does, from round trips (RTT): it
// bounds when the agent began, on the host's clock. An agent's clock that is asked at out,
// and whose answer comes at in, was read in between. So each answer bounds the beginning
// from both sides, however the network is, and the best recent ones bound it most. An
// older bound is worse by what clocks drift apart.
type clockSync struct {
	earliest, latest time.Time
	from             time.Time // when these were right
	trips            rttWindow
	jumps            int // bounds that fit none before: the clock was set, or stood still
}

// add takes in an answer: the agent's clock said at, between out and in. It reports
// whether that fits what was known.
func (b *clockSync) add(out, in time.Time, at time.Duration) bool {
	b.trips.add(in.Sub(out))
	earliest, latest := out.Add(-at), in.Add(-at)
	if b.from.IsZero() {
		b.earliest, b.latest, b.from = earliest, latest, in
		return true
	}
	wider := widening(in.Sub(b.from))
	known := clockSync{earliest: b.earliest.Add(-wider), latest: b.latest.Add(wider)}
	b.from = in
	if earliest.After(known.latest) || latest.Before(known.earliest) {
		b.earliest, b.latest = earliest, latest
		b.jumps++
		return false
	}
	b.earliest, b.latest = later(earliest, known.earliest), earlier(latest, known.latest)
	return true
}

// at is when the agent began as far as is known now, and to how much, either way.
func (b *clockSync) at(now time.Time) (zero time.Time, within time.Duration) {
	half := b.latest.Sub(b.earliest) / 2
	return b.earliest.Add(half), half + 1 + widening(now.Sub(b.from))
}

func widening(age time.Duration) time.Duration {
	return time.Duration(float64(max(0, age)) * maxDrift)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// rttWindow are the last round trips.
type rttWindow struct {
	last [32]time.Duration
	n    int
}

func (t *rttWindow) add(trip time.Duration) {
	t.last[t.n%len(t.last)] = trip
	t.n++
}

// shortest is the shortest of the last ones; 0 before the first.
func (t *rttWindow) shortest() time.Duration {
	n := min(t.n, len(t.last))
	if n == 0 {
		return 0
	}
	shortest := t.last[0]
	for _, trip := range t.last[1:n] {
		shortest = min(shortest, trip)
	}
	return shortest
}
