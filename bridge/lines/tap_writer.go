package lines

import (
	"encoding/json"
	"fmt"
	"time"
)

// writeEntries ends when the Tap is closed and everything has been written, or
// when writing fails.
func (t *Tap) writeEntries() {
	defer close(t.written)
	noted := 0
	for {
		entries, lost := t.takeWaiting()
		if len(entries) == 0 {
			return
		}
		if lost > noted {
			entries = append(entries, TapEntry{
				Micros: time.Since(t.from).Microseconds(),
				Event:  "lost", Lost: lost - noted,
			})
			noted = lost
		}
		if err := t.write(entries); err != nil {
			t.fail(fmt.Errorf("tap: %w", err))
			return
		}
	}
}

// takeWaiting returns nothing when there will be nothing more.
func (t *Tap) takeWaiting() ([]TapEntry, int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(t.waiting) == 0 && !t.closed {
		t.wake.Wait()
	}
	entries := t.waiting
	t.waiting, t.backlog = nil, 0
	return entries, t.lost
}

func (t *Tap) write(entries []TapEntry) error {
	var out []byte
	for _, entry := range entries {
		line, err := json.Marshal(entry)
		if err != nil {
			return err
		}
		out = append(append(out, line...), '\n')
	}
	_, err := t.w.Write(out)
	return err
}
