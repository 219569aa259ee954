package vectors

import (
	"context"
	"math/rand/v2"
)

// maker makes the vectors of a kind. It is for one goroutine. What it yields
// is valid until yield returns.
type maker interface {
	// first yields the vectors that every file of the kind begins with.
	first(ctx context.Context, yield func(vector) bool) error
	// more yields random vectors of the part with the given number for as
	// long as yield returns true.
	more(part int, yield func(vector) bool)
}

func newMaker(o *Options) maker {
	switch o.Kind {
	case Moves:
		return &quotaMaker{&movesMaker{o: o, g: newGame(o.Board)}, o}
	case Notation:
		return &quotaMaker{&notationMaker{o: o}, o}
	case Protocol:
		return &quotaMaker{&protocolMaker{o: o, g: newGame(o.Board)}, o}
	case UART:
		return &quotaMaker{&uartMaker{o: o}, o}
	}
	return &turnMaker{o: o, g: newGame(o.Board)}
}

// stream is the random numbers for one part of a file.
func stream(o *Options, purpose, part uint64) *rand.Rand {
	return rand.New(rand.NewPCG(o.Seed, purpose<<40|part))
}

// The purposes of streams.
const (
	forQuotas = iota + 1
	forBulk
)
