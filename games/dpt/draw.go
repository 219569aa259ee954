package dpt

import (
	"errors"
	"fmt"
	"math/rand/v2"
)

// Start selects the first cells of the agents of a random field.
type Start string

// The starts.
const (
	Corners   Start = "corners"    // in opposite corners
	AnyPoint  Start = "point"      // anywhere, mirrored at the field's centre
	LeftRight Start = "left-right" // anywhere, mirrored at the field's upright middle line
	UpDown    Start = "up-down"    // the same at the level one
)

// Symmetry selects the symmetry of a random field's values.
type Symmetry string

// The symmetries.
const (
	AsStart      Symmetry = "start" // mirrored as the agents are at the start
	Asymmetrical Symmetry = "none"  // each cell by itself
)

// Redraw is when the values change.
type Redraw string

// The times.
const (
	Between Redraw = "between" // after each turn but the last
	Always  Redraw = "always"  // after each turn: the points of the end are of values that no player saw
	Never   Redraw = "never"
)

// Bounds of random fields.
const (
	minSide, maxSide   = 8, 12
	minTurns, maxTurns = 30, 45
	valueRange         = 2
)

// MaxTurns is the most turns that a game has.
const MaxTurns = 1000

// Rules configure a match; the organiser sets them. A zero field is the default
// that is named beside it.
type Rules struct {
	Seed     uint64   // what all chance is drawn from
	Width    int      // drawn, 8 to 12
	Height   int      // drawn, 8 to 12
	Turns    int      // drawn, 30 to 45
	Start    Start    // Corners
	Symmetry Symmetry // AsStart
	Redraw   Redraw   // Between on a drawn field, Never on one that is given
	Swap     bool     // agents may move to each other's cell
	Field    *Field   // drawn
}

// Check tells what is wrong with rules.
func (r *Rules) Check() error {
	switch {
	case r.Turns < 0 || r.Turns > MaxTurns:
		return fmt.Errorf("%d turns are outside 1 to %d", r.Turns, MaxTurns)
	case r.Width < 0 || r.Width > MaxSide || r.Height < 0 || r.Height > MaxSide || (r.Width == 0) != (r.Height == 0):
		return fmt.Errorf("size %dx%d is outside 1x1 to %dx%d", r.Width, r.Height, MaxSide, MaxSide)
	case r.Width*r.Height == 1:
		return errors.New("size 1x1 has no room for two agents")
	}
	switch r.Redraw {
	case Between, Always, Never, "":
	default:
		return fmt.Errorf("there is no redraw %.20q; there are %s, %s, %s", r.Redraw, Between, Always, Never)
	}
	switch r.Symmetry {
	case AsStart, Asymmetrical, "":
	default:
		return fmt.Errorf("there is no symmetry %.20q; there are %s, %s", r.Symmetry, AsStart, Asymmetrical)
	}
	if r.Field != nil {
		return r.Field.Check()
	}
	return r.checkStart()
}

func (r *Rules) checkStart() error {
	switch r.Start {
	case Corners, AnyPoint, "":
	case LeftRight:
		if r.Width == 1 {
			return fmt.Errorf("a field of one column is not mirrored %s", LeftRight)
		}
	case UpDown:
		if r.Height == 1 {
			return fmt.Errorf("a field of one row is not mirrored %s", UpDown)
		}
	default:
		return fmt.Errorf("there is no start %.20q; there are %s, %s, %s, %s", r.Start, Corners, AnyPoint, LeftRight, UpDown)
	}
	return nil
}

// The streams of chance: each number is drawn from its own, so that none depends
// on what else is drawn.
const (
	streamSize  = 1 << 32
	streamTurns = 2 << 32
	streamStart = 3 << 32
	streamValue = 4 << 32 // and the turn
)

// stream is a source of chance.
func (r *Rules) stream(n uint64) *rand.PCG { return rand.NewPCG(r.Seed, n) }

// below draws a whole number from 0 to n-1, of a random word. Its bytes are the
// same for ever: nothing of it is left to a library.
func below(word uint64, n int) int { return int(uint64(uint32(word)) * uint64(n) >> 32) }

// filled puts what is decided and drawn where nothing is set.
func (r Rules) filled() Rules {
	if r.Redraw == "" {
		r.Redraw = Between
		if r.Field != nil {
			r.Redraw = Never
		}
	}
	if r.Start == "" {
		r.Start = Corners
	}
	if r.Symmetry == "" {
		r.Symmetry = AsStart
	}
	if r.Width == 0 {
		s := r.stream(streamSize)
		r.Width = minSide + below(s.Uint64(), maxSide-minSide+1)
		r.Height = minSide + below(s.Uint64(), maxSide-minSide+1)
	}
	if r.Turns == 0 {
		r.Turns = minTurns + below(r.stream(streamTurns).Uint64(), maxTurns-minTurns+1)
	}
	return r
}

// Filled is the rules with everything decided, the field too.
func (r Rules) Filled() Rules {
	if r.Field != nil {
		r.Width, r.Height = r.Field.Width, r.Field.Height
	}
	r = r.filled()
	if r.Field == nil {
		r.Field = r.draw()
		return r
	}
	r.Start = r.Field.start()
	return r
}

// draw draws the field: its agents stand on tiles of their own.
func (r *Rules) draw() *Field {
	cells := r.Width * r.Height
	f := &Field{Width: r.Width, Height: r.Height, Values: make([]int, cells), Tiles: make([]uint8, cells)}
	a := Point{}
	if r.Start != Corners {
		for s := r.stream(streamStart); ; {
			i := below(s.Uint64(), cells)
			if a = (Point{i % r.Width, i / r.Width}); r.mirror(i) != i {
				break
			}
		}
	}
	i := f.At(a)
	j := r.mirror(i)
	f.Agents = [2][]Point{{a}, {{j % r.Width, j / r.Width}}}
	f.Tiles[i], f.Tiles[j] = 1, 2
	r.values(f.Values, 0)
	return f
}

// mirror is the cell that lies as another does for the other team.
func (r *Rules) mirror(cell int) int {
	x, y := cell%r.Width, cell/r.Width
	if r.Start != UpDown {
		x = r.Width - 1 - x
	}
	if r.Start != LeftRight {
		y = r.Height - 1 - y
	}
	return y*r.Width + x
}

// values draws the values that are shown after the given number of turns.
func (r *Rules) values(values []int, turn int) {
	s := r.stream(streamValue + uint64(turn))
	var word uint64
	left := 0
	for i := range values {
		if j := i; r.Symmetry == AsStart {
			if j = r.mirror(i); j < i {
				values[i] = values[j]
				continue
			}
		}
		if left == 0 {
			word, left = s.Uint64(), 2
		}
		values[i] = below(word, 2*valueRange+1) - valueRange
		word, left = word>>32, left-1
	}
}

func (f *Field) start() Start {
	for _, s := range []Start{AnyPoint, LeftRight, UpDown} {
		r := Rules{Width: f.Width, Height: f.Height, Start: s}
		if f.mirrored(&r) {
			return s
		}
	}
	return Corners
}

// mirrored reports whether each agent has one of the other team at its mirror.
func (f *Field) mirrored(r *Rules) bool {
	if len(f.Agents[0]) != len(f.Agents[1]) {
		return false
	}
	other := map[int]bool{}
	for _, p := range f.Agents[1] {
		other[f.At(p)] = true
	}
	for _, p := range f.Agents[0] {
		if !other[r.mirror(f.At(p))] {
			return false
		}
	}
	return true
}
