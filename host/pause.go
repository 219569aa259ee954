package host

import "sync"

// pauses stop players that are not asked, so that none uses the processors in
// another's time. Seats without a Pause are left alone.
type pauses struct {
	needed bool // by a seat

	mu    sync.Mutex
	asked []bool
}

// wake stops all players that are not asked, and lets this one run. It returns
// before the question leaves: no clock runs meanwhile.
func (t *Table) wake(seat int) {
	if !t.pauses.needed || seat < 0 || seat >= len(t.seats) {
		return
	}
	t.pauses.mu.Lock()
	defer t.pauses.mu.Unlock()
	if t.pauses.asked == nil {
		t.pauses.asked = make([]bool, len(t.seats))
	}
	t.pauses.asked[seat] = true
	for i := range t.seats {
		if !t.pauses.asked[i] {
			t.seats[i].stop(true)
		}
	}
	t.seats[seat].stop(false)
}

// rest stops a player that has answered.
func (t *Table) rest(seat int) {
	if !t.pauses.needed || seat < 0 || seat >= len(t.seats) {
		return
	}
	t.pauses.mu.Lock()
	defer t.pauses.mu.Unlock()
	t.pauses.asked[seat] = false
	t.seats[seat].stop(true)
}

func (s *seatState) stop(on bool) {
	if s.pause != nil {
		s.pause(on)
	}
}
