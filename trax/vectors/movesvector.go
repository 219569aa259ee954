package vectors

import (
	"context"
	"slices"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/vectors"
)

// movesVector is a position and its legal moves.
type movesVector struct {
	moves  []byte
	legal  []moveText // sorted by text
	forced []moveText // only forced play forbids these; sorted by text
}

// moveText is a move, how it is written, and whether the board has no room.
type moveText struct {
	move trax.Move
	text string
	full bool
}

func (v *movesVector) Position() []byte { return v.moves }

func (v *movesVector) AppendAsk(dst []byte) []byte {
	return append(vectors.AppendString(append(dst, `{"moves":`...), v.moves), '}')
}

func (v *movesVector) AppendWant(dst []byte) []byte {
	all := func(moveText) bool { return true }
	dst = appendMoveList(append(dst, `{"legal":[`...), v.legal, all)
	dst = appendMoveList(append(dst, `],"forced_illegal":[`...), v.forced, all)
	dst = appendMoveList(append(dst, `],"full":[`...), v.legal, func(m moveText) bool { return m.full })
	return append(dst, "]}"...)
}

func appendMoveList(dst []byte, list []moveText, which func(moveText) bool) []byte {
	from := len(dst)
	for _, m := range list {
		if !which(m) {
			continue
		}
		if len(dst) > from {
			dst = append(dst, ',')
		}
		dst = vectors.AppendString(dst, m.text)
	}
	return dst
}

func (v *movesVector) AppendHex(dst []byte, id int, same bool) []byte {
	dst = appendPosition(dst, id, v.moves, same)
	for _, m := range v.legal {
		dst = vectors.AppendWord(dst, wordMove, moveFields(m.move)|moveLegal.Put(1)|moveFull.Put(bit(m.full)))
	}
	for _, m := range v.forced {
		dst = vectors.AppendWord(dst, wordMove, moveFields(m.move))
	}
	return dst
}

func (v *movesVector) AppendCSV(dst []byte) []byte {
	dst = vectors.AppendQuoted(append(dst, ','), v.moves)
	var legal, forced, full []byte
	for _, m := range v.legal {
		legal = appendWordTo(legal, m.text)
		if m.full {
			full = appendWordTo(full, m.text)
		}
	}
	for _, m := range v.forced {
		forced = appendWordTo(forced, m.text)
	}
	for _, list := range [...][]byte{legal, forced, full} {
		dst = vectors.AppendQuoted(append(dst, ','), list)
	}
	return dst
}

func appendWordTo(dst []byte, word string) []byte {
	if len(dst) > 0 {
		dst = append(dst, ' ')
	}
	return append(dst, word...)
}

// movesGenerator makes vectors of move generation: the positions of games by all
// policies.
type movesGenerator struct {
	o     *vectors.Options
	g     *game
	v     movesVector
	moves []trax.Move
}

// movesFirst is the number of positions of a file if no count is asked for.
const movesFirst = 48

func (m *movesGenerator) Directed(_ context.Context, yield func(vectors.Item) bool) error {
	n := movesFirst
	if m.o.Count > 0 {
		return nil
	}
	m.Random(0, func(v vectors.Item) bool {
		n--
		return yield(v) && n > 0
	})
	return nil
}

func (m *movesGenerator) Random(part int, yield func(vectors.Item) bool) {
	rng := vectors.Stream(m.o, vectors.ForBulk, uint64(part))
	for round := part; ; round++ {
		p := &policies[round%len(policies)]
		m.g.reset()
		for more := true; more; {
			m.moves = m.g.pos.AppendMoves(m.moves[:0])
			legal := m.moves
			// Neighbouring positions teach little: one in a few will do.
			if m.g.pos.Ply() == 0 || rng.IntN(6) == 0 || m.g.over() {
				if !yield(m.scan()) {
					return
				}
			}
			more = p.step(m.g, rng, legal)
		}
	}
}

func (m *movesGenerator) scan() *movesVector {
	m.v.moves = m.g.text
	m.v.legal = m.texts(m.v.legal[:0], m.g.pos.AppendMoves(nil))
	m.v.forced = m.texts(m.v.forced[:0], m.g.pos.AppendForcedIllegal(nil))
	return &m.v
}

func (m *movesGenerator) texts(dst []moveText, moves []trax.Move) []moveText {
	for _, move := range moves {
		_, full := m.g.full(move.Cell)
		dst = append(dst, moveText{move, move.String(), full})
	}
	slices.SortFunc(dst, func(a, b moveText) int {
		if a.text < b.text {
			return -1
		}
		return bit(a.text > b.text)
	})
	return dst
}
