package vectors

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strconv"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/vectors"
)

// protocolVector is a whole game on the wires of both players.
type protocolVector struct {
	events []event
	moves  []byte // accepted
	plies  int
	winner trax.Color
	status Status // of the foul that lost the game, or OK
	reason string // "loop", "line", "loop+line", or "illegal"
}

// event is bytes that the host sent to a seat, or that a seat sent.
type event struct {
	seat trax.Color
	from bool
	text string // its line end included
}

func (v *protocolVector) AppendAsk(dst []byte) []byte {
	dst = append(dst, `{"events":[`...)
	for i, e := range v.events {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(append(append(dst, `{"seat":"`...), e.seat.String()...), `","`...)
		dst = append(append(dst, e.way()...), `":`...)
		dst = append(vectors.AppendString(dst, e.text), '}')
	}
	return append(dst, "]}"...)
}

// way is "from" or "to", seen from the host.
func (e *event) way() string {
	if e.from {
		return "from"
	}
	return "to"
}

func (v *protocolVector) AppendWant(dst []byte) []byte {
	dst = append(append(append(dst, `{"winner":"`...), v.winner.String()...), `","reason":"`...)
	dst = append(append(dst, v.reason...), `","foul":`...)
	if v.status == OK {
		dst = append(dst, "null"...)
	} else {
		dst = append(append(append(dst, '"'), v.status.String()...), '"')
	}
	dst = vectors.AppendField(dst, `,"plies":`, v.plies)
	return append(vectors.AppendString(append(dst, `,"moves":`...), v.moves), '}')
}

func (v *protocolVector) AppendHex(dst []byte, id int, _ bool) []byte {
	dst = vectors.AppendWord(dst, wordVector, vectors.VectorID.Put(id))
	for _, e := range v.events {
		dst = vectors.AppendWord(dst, wordEvent, eventSeat.Put(int(e.seat))|eventFrom.Put(bit(e.from))|eventLength.Put(len(e.text)))
		dst = words.AppendBytes(dst, []byte(e.text))
	}
	return vectors.AppendWord(dst, wordVerdict, verdictWinner.Put(int(v.winner))|verdictFoul.Put(bit(v.status != OK))|
		verdictStatus.Put(int(v.status))|verdictPlies.Put(v.plies))
}

func (v *protocolVector) AppendCSV(dst []byte) []byte {
	var events []byte
	for _, e := range v.events {
		if len(events) > 0 {
			events = append(events, ' ')
		}
		events = append(append(events, e.seat.String()[0]), map[bool]byte{true: '<', false: '>'}[e.from])
		quoted := strconv.Quote(e.text)
		events = append(events, bytes.ReplaceAll([]byte(quoted[1:len(quoted)-1]), []byte(" "), []byte(`\x20`))...)
	}
	dst = vectors.AppendQuoted(append(dst, ','), events)
	dst = append(append(dst, ','), v.winner.String()...)
	dst = append(append(dst, ','), v.reason...)
	dst = append(append(dst, ','), v.status.String()...)
	dst = vectors.AppendNumber(dst, v.plies)
	return vectors.AppendQuoted(append(dst, ','), v.moves)
}

// protocolGenerator makes games on the wire.
type protocolGenerator struct {
	o *vectors.Options
	g *game
	v protocolVector

	moves []trax.Move
}

// protocolFirst is the number of games of a file if no count is asked for: some
// with each foul.
const protocolFirst = 40

func (m *protocolGenerator) Directed(_ context.Context, yield func(vectors.Item) bool) error {
	if m.o.Count > 0 {
		return nil
	}
	n := protocolFirst
	m.Random(0, func(v vectors.Item) bool {
		n--
		return yield(v) && n > 0
	})
	return nil
}

// fouls are the ways in which a game is lost by a move; OK stands for a game
// that is played to its end.
var fouls = [...]Status{OK, Syntax, FirstMove, OK, OffBoard, Occupied, OK, Isolated, Colour}

func (m *protocolGenerator) Random(part int, yield func(vectors.Item) bool) {
	rng := vectors.Stream(m.o, vectors.ForBulk, uint64(part))
	for n := part; ; n++ {
		if m.game(rng, fouls[n%len(fouls)]) && !yield(&m.v) {
			return
		}
	}
}

var noise = []string{"\r\n", "boot 1.0\r\n", "-T\n", "READY\r\n", "*** loopback ok ***\n", "\x00\x00reset\r\n"}

var lineEnds = []string{"\n", "\n", "\n", "\r\n", "\r", " \n"}

// game makes a game that ends by the rules, or by a foul.
func (m *protocolGenerator) game(rng *rand.Rand, foul Status) bool {
	m.g.reset()
	m.v = protocolVector{events: m.v.events[:0]}
	ends := [2]string{lineEnds[rng.IntN(len(lineEnds))], lineEnds[rng.IntN(len(lineEnds))]}
	m.greet(rng, ends)
	at := 0
	if foul != FirstMove {
		at = 1 + rng.IntN(8)
	}
	seat, question := trax.White, "-W"
	for {
		m.say(seat, false, question+"\n")
		move, ok := m.choose(rng, foul, at)
		if !ok {
			return false // no such foul here
		}
		m.say(seat, true, move+ends[seat])
		if err := m.g.pos.PlayText(move); err != nil {
			m.v.status, m.v.winner, m.v.reason = foul, seat.Other(), "illegal"
			return m.end()
		}
		m.v.moves = appendWordTo(m.v.moves, move)
		if o := m.g.pos.Outcome(); o.Over {
			m.v.winner, m.v.reason = o.Winner, o.Reason()
			return foul == OK && m.end()
		}
		seat, question = seat.Other(), move
	}
}

func (m *protocolGenerator) end() bool {
	m.v.plies = m.g.pos.Ply()
	return true
}

// greet is the handshake, with the noise that a host tolerates before a team
// code. A seat whose noise is the question itself echoes: then it goes on to
// echo only that line here.
func (m *protocolGenerator) greet(rng *rand.Rand, ends [2]string) {
	m.say(trax.White, false, "-T\n")
	m.say(trax.Red, false, "-T\n")
	for _, seat := range [...]trax.Color{trax.White, trax.Red} {
		for range rng.IntN(3) {
			m.say(seat, true, noise[rng.IntN(len(noise))])
		}
		m.say(seat, true, [...]string{"WT", "RD"}[seat]+ends[seat])
	}
	m.say(trax.Red, false, "-B\n")
}

func (m *protocolGenerator) say(seat trax.Color, from bool, text string) {
	m.v.events = append(m.v.events, event{seat, from, text})
}

// choose is a legal move, or from ply at on one with the foul.
func (m *protocolGenerator) choose(rng *rand.Rand, foul Status, at int) (string, bool) {
	if foul != OK && m.g.pos.Ply() >= at {
		return m.wrong(rng, foul)
	}
	moves := m.g.pos.AppendMoves(nil)
	return moves[rng.IntN(len(moves))].String(), true
}

// wrong is a move with the given fault.
func (m *protocolGenerator) wrong(rng *rand.Rand, foul Status) (string, bool) {
	if foul == Syntax {
		// No white space at its end, and not empty: a host would see
		// another line, or none.
		return [...]string{"a1+", "A01+", "A1", "A+", "resign", "@0", "A1+ x"}[rng.IntN(7)], true
	}
	for range 200 {
		m.moves = candidates(m.moves[:0], m.g, rng, 1)
		for _, move := range m.moves {
			if m.g.status(move) == foul {
				return move.String(), true
			}
		}
	}
	return "", false
}
