package remote

import (
	"slices"
	"sync"
	"time"
)

// Limits of a stream.
const (
	maxUnacked   = 512 // numbered messages that were not acknowledged
	maxReordered = 512 // that came too early
)

// How often a message is sent again.
const (
	minRetransmit = 150 * time.Millisecond // beside the round trip
	maxRetransmit = 2 * time.Second
	tickInterval  = 50 * time.Millisecond
)

// reliable is a reliable, ordered channel of one direction: it gives messages sequence numbers,
// acknowledges and reorders what comes, drops duplicates, and retransmits what was not
// acknowledged, with exponential backoff.
type reliable struct {
	publish func(*message) // with the words of the session

	mu          sync.Mutex
	lastSent    uint64            // number of the last one
	unacked     []*unackedMessage // said and not acknowledged, in order
	received    uint64            // all up to this number have come
	reordered   []*message        // came before others did
	retransmits int               // sent again
	duplicates  int               // came again
}

// unackedMessage is a message that may have to be sent again.
type unackedMessage struct {
	*message
	due  time.Time
	wait time.Duration
}

// send sends a numbered message, and returns its number; 0 where too many are not
// acknowledged.
func (s *reliable) send(m *message, trip time.Duration) uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.unacked) >= maxUnacked {
		return 0
	}
	s.lastSent++
	m.N, m.Ack = s.lastSent, s.received
	wait := minRetransmit + 2*trip
	s.unacked = append(s.unacked, &unackedMessage{m, time.Now().Add(wait), wait})
	s.publish(m)
	return m.N
}

func (s *reliable) unackedCount() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.unacked)
}

// retransmit sends again what is due.
func (s *reliable) retransmit(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range s.unacked {
		if now.Before(k.due) {
			continue
		}
		k.wait = min(2*k.wait, maxRetransmit)
		k.due, k.Ack = now.Add(k.wait), s.received
		s.retransmits++
		s.publish(k.message)
	}
}

// receive takes in a message of the other half, and returns those that are next in order.
// Each is acknowledged, also one that came before: its acknowledgement was lost.
func (s *reliable) receive(m *message) (next []*message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unacked = slices.DeleteFunc(s.unacked, func(k *unackedMessage) bool { return k.N <= m.Ack })
	if !m.numbered() {
		return nil
	}
	next = s.reorder(m)
	s.publish(&message{Kind: kindAck, Ack: s.received})
	return next
}

// reorder returns what is next in order now that m has come.
func (s *reliable) reorder(m *message) (next []*message) {
	early := slices.ContainsFunc(s.reordered, func(e *message) bool { return e.N == m.N })
	if m.N <= s.received || early {
		s.duplicates++
		return nil
	}
	if len(s.reordered) >= maxReordered {
		return nil // it comes again
	}
	s.reordered = append(s.reordered, m)
	slices.SortFunc(s.reordered, func(a, b *message) int { return int(int64(a.N) - int64(b.N)) })
	for len(s.reordered) > 0 && s.reordered[0].N == s.received+1 {
		s.received++
		next = append(next, s.reordered[0])
		s.reordered = s.reordered[1:]
	}
	return next
}
