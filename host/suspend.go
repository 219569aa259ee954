package host

import "sync"

// suspender suspends players that are not asked, so that none uses the processors in
// another's time. Seats without Suspend are left alone.
type suspender struct {
	needed bool // by a seat

	mu    sync.Mutex
	asked []bool
}

// resume stops all players that are not asked, and lets this one run. It returns
// before the question leaves: no clock runs meanwhile.
func (t *Session) resume(seat int) {
	if !t.suspender.needed || seat < 0 || seat >= len(t.seats) {
		return
	}
	t.suspender.mu.Lock()
	defer t.suspender.mu.Unlock()
	if t.suspender.asked == nil {
		t.suspender.asked = make([]bool, len(t.seats))
	}
	t.suspender.asked[seat] = true
	for i := range t.seats {
		if !t.suspender.asked[i] {
			t.seats[i].stop(true)
		}
	}
	t.seats[seat].stop(false)
}

// suspend stops a player that has answered.
func (t *Session) suspend(seat int) {
	if !t.suspender.needed || seat < 0 || seat >= len(t.seats) {
		return
	}
	t.suspender.mu.Lock()
	defer t.suspender.mu.Unlock()
	t.suspender.asked[seat] = false
	t.seats[seat].stop(true)
}

func (s *seatState) stop(on bool) {
	if s.suspend != nil {
		s.suspend(on)
	}
}
