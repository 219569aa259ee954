package vectors

import "fmt"

// Options say which vectors [Generate] makes. Two runs with equal options,
// Threads aside, write equal bytes.
type Options struct {
	Kind     Kind     // default the first of the set
	Encoding Encoding // default JSONL
	Seed     uint64
	// Count of vectors; 0 is as many as the goals need.
	Count int
	// Goal is the number of vectors of each bin of the kind at
	// least, unless there are not as many; 0 asks for no bin.
	Goal int
	Grid GridSize // default the set's
	// MaxTries bounds the search for what bins lack, in games; default
	// 4,000.
	MaxTries int
	// Threads that generate; default 1. They change nothing but the time.
	Threads int
}

// The bounds of [Options].
const (
	maxCount    = 1 << 30
	maxGoal     = 1000
	maxMaxTries = 1 << 20
	maxThreads  = 256

	defaultMaxTries = 4000
)

func (o Options) filled(s *Set) Options {
	if o.Kind == "" {
		o.Kind = s.Kinds[0].Kind
	}
	if o.Encoding == "" {
		o.Encoding = JSONL
	}
	if o.Grid == (GridSize{}) {
		o.Grid = s.Grid
	}
	if o.MaxTries == 0 {
		o.MaxTries = defaultMaxTries
	}
	if o.Threads == 0 {
		o.Threads = 1
	}
	return o
}

// Validate finds options out of bounds. Zero values stand for their defaults.
func (o Options) Validate(s *Set) error {
	o = o.filled(s)
	for _, b := range [...]struct {
		name         string
		n, low, high int
	}{
		{"count", o.Count, 0, maxCount},
		{"quota", o.Goal, 0, maxGoal},
		{"effort", o.MaxTries, 1, maxMaxTries},
		{"threads", o.Threads, 1, maxThreads},
	} {
		if b.n < b.low || b.n > b.high {
			return fmt.Errorf("%s %d is outside %d to %d", b.name, b.n, b.low, b.high)
		}
	}
	if _, err := s.Definition(o.Kind); err != nil {
		return err
	}
	if _, err := ParseEncoding(string(o.Encoding)); err != nil {
		return err
	}
	return s.ValidateGrid(o.Grid)
}

// ParseOptions completes options by the names of a kind, an encoding and a size of
// board, of which empty ones are the set's own, and checks them.
func (s *Set) ParseOptions(o Options, kind, encoding, board string) (Options, error) {
	o.Kind, o.Encoding, o.Grid = Kind(kind), Encoding(encoding), s.Grid
	if board != "" {
		var err error
		if o.Grid, err = s.ParseGridSize(board); err != nil {
			return o, err
		}
	}
	o = o.filled(s)
	return o, o.Validate(s)
}

// Command returns the command that makes the vectors again, as headers have it.
func (o Options) Command(set *Set) string {
	o = o.filled(set)
	s := "loopline vectors gen"
	if set.Game != "" {
		s += " --game " + set.Game
	}
	s += fmt.Sprintf(" --kind %s --form %s --seed %d --count %d --quota %d --board %s",
		o.Kind, o.Encoding, o.Seed, o.Count, o.Goal, o.Grid)
	if o.MaxTries != defaultMaxTries {
		s += fmt.Sprintf(" --max-tries %d", o.MaxTries)
	}
	return s
}
