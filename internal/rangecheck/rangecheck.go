// Package rangecheck tells what people gave that is out of range, by the name that
// they gave it under: a flag, an option. Several checks are one with cmp.Or.
package rangecheck

import (
	"fmt"
	"time"
)

// Int wants a number from low to high.
func Int[N ~int | ~int64](name string, n, low, high N) error {
	if n < low || n > high {
		return fmt.Errorf("%s %d is outside %d to %d", name, n, low, high)
	}
	return nil
}

// Limit wants a limit of time from a millisecond to a day.
func Limit(name string, d time.Duration) error {
	if d < time.Millisecond || d > 24*time.Hour {
		return fmt.Errorf("%s %v is outside 1ms to 24h", name, d)
	}
	return nil
}
