package sim

import (
	"strconv"
	"strings"
)

// levels holds the possible values of each bit: a bit in neither is of a value that nothing has
// set yet, one in both may be either. Wider values than 64 bits may be anything.
type levels struct {
	zero, one uint64
	width     int
}

// maxLevels is the widest value, in bits, that is followed.
const maxLevels = 64

func mask(width int) uint64 {
	if width >= maxLevels {
		return ^uint64(0)
	}
	return 1<<width - 1
}

func anyLevels(width int) levels { return levels{mask(width), mask(width), width} }

func levelsOf(value uint64, width int) levels {
	return levels{^value & mask(width), value & mask(width), width}
}

func (l levels) wide() bool { return l.width <= 0 || l.width > maxLevels }

func (l levels) known() bool { return !l.wide() && l.zero^l.one == mask(l.width) }

func (l levels) unset() bool { return !l.wide() && l.zero|l.one != mask(l.width) }

func (l levels) with(o levels) levels { return levels{l.zero | o.zero, l.one | o.one, l.width} }

// resize cuts a value, or puts zeros before it.
func (l levels) resize(width int) levels {
	switch {
	case l.wide() || width <= 0 || width > maxLevels:
		return anyLevels(width)
	case width > l.width:
		l.zero |= mask(width) &^ mask(l.width)
	}
	return levels{l.zero & mask(width), l.one & mask(width), width}
}

// shifted returns a value moved down by so many bits.
func (l levels) shifted(low, width int) levels {
	if l.wide() || low < 0 || low >= l.width {
		return anyLevels(width)
	}
	return levels{l.zero >> low, l.one >> low, l.width - low}.resize(width)
}

// truth is whether a value is other than zero: one bit.
func (l levels) truth() levels {
	switch {
	case l.wide():
		return anyLevels(1)
	case l.one&^l.zero != 0:
		return levelsOf(1, 1)
	case l.zero == mask(l.width) && l.one == 0:
		return levelsOf(0, 1)
	case l.unset():
		return levels{0, 0, 1}
	}
	return anyLevels(1)
}

// signed returns a known value with its highest bit repeated.
func signed(a levels) uint64 {
	if a.one>>(a.width-1)&1 == 1 {
		return a.one | ^mask(a.width)
	}
	return a.one
}

// constLevels reads a constant such as 8'h3f, 4'b1zz or 32'sh2.
func constLevels(text string, width int) levels {
	size, digits, ok := strings.Cut(text, "'")
	if n, err := strconv.Atoi(size); ok && err == nil {
		width = n
	}
	digits = strings.TrimPrefix(strings.TrimPrefix(digits, "s"), "S")
	if !ok || len(digits) < 2 || width <= 0 || width > maxLevels {
		return anyLevels(width)
	}
	base := map[byte]int{'h': 16, 'b': 2, 'd': 10, 'o': 8}[digits[0]]
	value, err := strconv.ParseUint(strings.ReplaceAll(digits[1:], "_", ""), base, maxLevels)
	if base == 0 || err != nil {
		return anyLevels(width)
	}
	return levelsOf(value, width)
}
