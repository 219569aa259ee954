package remote

import (
	"slices"
	"sync"
	"time"
)

// Limits of a stream.
const (
	maxUnheard = 512 // numbered messages that were not acknowledged
	maxHeld    = 512 // that came too early
)

// How often a message is sent again.
const (
	firstAgain = 150 * time.Millisecond // beside the round trip
	mostAgain  = 2 * time.Second
	lookAgain  = 50 * time.Millisecond
)

// stream is a reliable, ordered channel of one direction: it gives messages sequence numbers,
// acknowledges and reorders what comes, drops duplicates, and retransmits what was not
// acknowledged, with exponential backoff.
type stream struct {
	publish func(*message) // with the words of the session

	mu      sync.Mutex
	said    uint64     // number of the last one
	unheard []*kept    // said and not acknowledged, in order
	heard   uint64     // all up to this number have come
	early   []*message // came before others did
	again   int        // sent again
	doubled int        // came again
}

// kept is a message that may have to be sent again.
type kept struct {
	*message
	due  time.Time
	wait time.Duration
}

// say sends a numbered message, and returns its number; 0 where too many are not
// acknowledged.
func (s *stream) say(m *message, trip time.Duration) uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.unheard) >= maxUnheard {
		return 0
	}
	s.said++
	m.N, m.Ack = s.said, s.heard
	wait := firstAgain + 2*trip
	s.unheard = append(s.unheard, &kept{m, time.Now().Add(wait), wait})
	s.publish(m)
	return m.N
}

// waiting is how many messages are not acknowledged.
func (s *stream) waiting() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.unheard)
}

// repeat sends again what is due.
func (s *stream) repeat(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range s.unheard {
		if now.Before(k.due) {
			continue
		}
		k.wait = min(2*k.wait, mostAgain)
		k.due, k.Ack = now.Add(k.wait), s.heard
		s.again++
		s.publish(k.message)
	}
}

// hear takes in a message of the other half, and returns those that are next in order.
// Each is acknowledged, also one that came before: its acknowledgement was lost.
func (s *stream) hear(m *message) (next []*message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unheard = slices.DeleteFunc(s.unheard, func(k *kept) bool { return k.N <= m.Ack })
	if !m.numbered() {
		return nil
	}
	next = s.order(m)
	s.publish(&message{Kind: kindAck, Ack: s.heard})
	return next
}

// order returns what is next in order now that m has come.
func (s *stream) order(m *message) (next []*message) {
	early := slices.ContainsFunc(s.early, func(e *message) bool { return e.N == m.N })
	if m.N <= s.heard || early {
		s.doubled++
		return nil
	}
	if len(s.early) >= maxHeld {
		return nil // it comes again
	}
	s.early = append(s.early, m)
	slices.SortFunc(s.early, func(a, b *message) int { return int(int64(a.N) - int64(b.N)) })
	for len(s.early) > 0 && s.early[0].N == s.heard+1 {
		s.heard++
		next = append(next, s.early[0])
		s.early = s.early[1:]
	}
	return next
}
