package levels

import (
	"strconv"
	"strings"
)

// Levels holds the possible values of each bit: a bit in neither is of a value that nothing has
// set yet, one in both may be either. Wider values than 64 bits may be anything.
type Levels struct {
	Zero, One uint64
	Width     int
}

// MaxWidth is the widest value, in bits, that is followed.
const MaxWidth = 64

// Mask has the bits of a width.
func Mask(width int) uint64 {
	if width >= MaxWidth {
		return ^uint64(0)
	}
	return 1<<width - 1
}

// Any may have either value in each bit.
func Any(width int) Levels { return Levels{Mask(width), Mask(width), width} }

// Of are the levels of a value.
func Of(value uint64, width int) Levels {
	return Levels{^value & Mask(width), value & Mask(width), width}
}

// Wide reports whether there are too many bits to follow them.
func (l Levels) Wide() bool { return l.Width <= 0 || l.Width > MaxWidth }

// Known reports whether each bit has one value.
func (l Levels) Known() bool { return !l.Wide() && l.Zero^l.One == Mask(l.Width) }

// Unset reports whether a bit has no value yet.
func (l Levels) Unset() bool { return !l.Wide() && l.Zero|l.One != Mask(l.Width) }

// With may be what either may be.
func (l Levels) With(o Levels) Levels { return Levels{l.Zero | o.Zero, l.One | o.One, l.Width} }

// Resize cuts a value, or puts zeros before it.
func (l Levels) Resize(width int) Levels {
	switch {
	case l.Wide() || width <= 0 || width > MaxWidth:
		return Any(width)
	case width > l.Width:
		l.Zero |= Mask(width) &^ Mask(l.Width)
	}
	return Levels{l.Zero & Mask(width), l.One & Mask(width), width}
}

// Shifted returns a value moved down by so many bits.
func (l Levels) Shifted(low, width int) Levels {
	if l.Wide() || low < 0 || low >= l.Width {
		return Any(width)
	}
	return Levels{l.Zero >> low, l.One >> low, l.Width - low}.Resize(width)
}

// Truth is whether a value is other than zero: one bit.
func (l Levels) Truth() Levels {
	switch {
	case l.Wide():
		return Any(1)
	case l.One&^l.Zero != 0:
		return Of(1, 1)
	case l.Zero == Mask(l.Width) && l.One == 0:
		return Of(0, 1)
	case l.Unset():
		return Levels{0, 0, 1}
	}
	return Any(1)
}

// Signed returns a known value with its highest bit repeated.
func Signed(a Levels) uint64 {
	if a.One>>(a.Width-1)&1 == 1 {
		return a.One | ^Mask(a.Width)
	}
	return a.One
}

// Const reads a constant such as 8'h3f, 4'b1zz or 32'sh2.
func Const(text string, width int) Levels {
	size, digits, ok := strings.Cut(text, "'")
	if n, err := strconv.Atoi(size); ok && err == nil {
		width = n
	}
	digits = strings.TrimPrefix(strings.TrimPrefix(digits, "s"), "S")
	if !ok || len(digits) < 2 || width <= 0 || width > MaxWidth {
		return Any(width)
	}
	base := map[byte]int{'h': 16, 'b': 2, 'd': 10, 'o': 8}[digits[0]]
	value, err := strconv.ParseUint(strings.ReplaceAll(digits[1:], "_", ""), base, MaxWidth)
	if base == 0 || err != nil {
		return Any(width)
	}
	return Of(value, width)
}
