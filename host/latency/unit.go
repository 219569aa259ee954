package latency

import (
	"strconv"
	"time"
)

// Unit is the unit that the times of a table are written in, so that they can be
// compared at a glance.
type Unit struct {
	Name     string
	Length   time.Duration
	Decimals int
}

// units are from short to long.
var units = [...]Unit{
	{"µs", time.Microsecond, 2}, {"ms", time.Millisecond, 3}, {"s", time.Second, 3},
}

// UnitOf is the unit for times of about the given length.
func UnitOf(t time.Duration) Unit {
	for _, u := range units {
		if t < 1000*u.Length {
			return u
		}
	}
	return units[len(units)-1]
}

// Number is the time in the unit, without its name.
func (u Unit) Number(t time.Duration) string {
	return strconv.FormatFloat(float64(t)/float64(u.Length), 'f', u.Decimals, 64)
}

// Text is the time with the unit's name.
func (u Unit) Text(t time.Duration) string { return u.Number(t) + " " + u.Name }

// short is the time as few characters as it is exact in.
func (u Unit) short(t time.Duration) string {
	return strconv.FormatFloat(float64(t)/float64(u.Length), 'g', 6, 64)
}
