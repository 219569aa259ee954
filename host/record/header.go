package record

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// ValidateGame checks that an event opens a game of that name with these seats, in
// their order, of which there are at least so many. The error says what else it
// opens.
func (e *Event) ValidateGame(name string, seats []string, fewest int) error {
	if e.Game != name {
		return fmt.Errorf("record is of game %.40q, not of %q", e.Game, name)
	}
	if n := len(e.Seats); n < fewest || n > len(seats) {
		many := fmt.Sprint(len(seats))
		if fewest < len(seats) {
			many = fmt.Sprintf("%d to %d", fewest, len(seats))
		}
		return fmt.Errorf("record has %d seats, %s has %s", n, name, many)
	}
	for seat, is := range e.Seats {
		if is.Name != seats[seat] {
			return fmt.Errorf("record's seat %d is %.40q, in %s it is %q", seat, is.Name, name, seats[seat])
		}
	}
	return nil
}

// GameLimits are the limits of the game that an event opens.
func (e *Event) GameLimits() map[string]time.Duration {
	limits := make(map[string]time.Duration, len(e.Limits))
	for name, limit := range e.Limits {
		limits[name] = limit.Duration()
	}
	return limits
}

// ValidateLimits checks that the limits of the game that an event opens are these,
// and no others.
func (e *Event) ValidateLimits(want map[string]time.Duration) error {
	for _, name := range slices.Sorted(maps.Keys(e.Limits)) {
		if limit := e.Limits[name]; want[name] != limit.Duration() {
			return fmt.Errorf("record's limit %.40q of %d µs: %s has no such limit", name, limit, e.Game)
		}
	}
	if len(e.Limits) != len(want) {
		return fmt.Errorf("record has %d limits, %s has %d: %s", len(e.Limits), e.Game, len(want),
			strings.Join(slices.Sorted(maps.Keys(want)), ", "))
	}
	return nil
}
