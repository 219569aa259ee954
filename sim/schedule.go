package sim

import (
	"math/rand/v2"
	"slices"

	"github.com/loopline/loopline/trax"
)

// script says what a core is asked, in the order of its commands. Emit tells
// the status that is right, so that a script may go by how the game stands;
// it returns false when no more is wanted.
type script func(o *oracle, emit func(Command) (status uint8, more bool))

// without is the script less some operations: they are answered as skipped.
func (s script) without(ops []Op) script {
	if len(ops) == 0 {
		return s
	}
	return func(o *oracle, emit func(Command) (uint8, bool)) {
		more := true
		s(o, func(c Command) (status uint8, _ bool) {
			if slices.Contains(ops, c.Op) {
				return statusSkipped, more
			}
			status, more = emit(c)
			return status, more
		})
	}
}

// roundTurns is how many turns a round of random games has, or a few more.
const roundTurns = 8192

// A style is how moves are chosen in a random game. Uniform play ends soon and
// stays small; the others lead to where designs break.
type style struct {
	plies   int  // at most
	live    bool // moves that end the game are taken back
	outward bool // moves at the rim are preferred: the board fills up
}

var styles = [...]style{
	{plies: 200}, {plies: 60, live: true}, {plies: 400, live: true}, {plies: 120, live: true, outward: true},
}

// player makes the random commands of a round.
type player struct {
	o     *oracle
	rng   *rand.Rand
	emit  func(Command) (uint8, bool)
	legal []trax.Move
	done  bool
	turns int
}

// randomGames is the script of a round. The same seed and round make the same
// commands.
func randomGames(seed uint64, round int) script {
	return func(o *oracle, emit func(Command) (uint8, bool)) {
		p := &player{o: o, rng: rand.New(rand.NewPCG(seed, uint64(round))), emit: emit}
		for p.turns < roundTurns && !p.done {
			p.game(styles[p.rng.IntN(len(styles))])
		}
	}
}

// tell emits a command.
func (p *player) tell(op Op, m trax.Move) (status uint8) {
	if p.done {
		return statusSkipped
	}
	c := Command{Op: op, Move: m}
	if p.rng.IntN(8) == 0 {
		c.Flags |= Pause
	}
	if op == Gen && p.rng.IntN(2) == 0 {
		c.Flags |= Stall
	}
	if op == Play || op == Try {
		p.turns++
	}
	status, more := p.emit(c)
	p.done = !more
	return status
}

// game plays one game.
func (p *player) game(s style) {
	if p.rng.IntN(4) == 0 {
		p.tell(Undo, trax.Move{}) // of a game that is over, or of none
	}
	p.tell(New, trax.Move{})
	if p.rng.IntN(16) == 0 {
		p.tell(Undo, trax.Move{})
	}
	for p.o.pos.Ply() < s.plies && !p.done && p.turns < roundTurns {
		if p.o.pos.Outcome().Over {
			p.afterEnd()
			if !s.live || p.rng.IntN(64) == 0 {
				return
			}
			if p.tell(Undo, trax.Move{}) == statusSkipped {
				return
			}
			continue
		}
		p.ply(s)
	}
}

// ply looks at a position, and plays.
func (p *player) ply(s style) {
	p.legal = p.o.pos.AppendMoves(p.legal[:0])
	if p.rng.IntN(128) == 0 {
		p.tell(Gen, trax.Move{})
	}
	for range p.rng.IntN(6) {
		p.tell(Try, p.anyLegal(s))
	}
	for range p.rng.IntN(4) {
		p.tell(Try, p.anything())
	}
	if p.rng.IntN(8) == 0 {
		p.tell(Play, p.wrong())
	}
	if p.rng.IntN(16) == 0 {
		for range 1 + p.rng.IntN(6) {
			p.tell(Undo, trax.Move{})
		}
		return
	}
	p.tell(Play, p.anyLegal(s))
}

// afterEnd asks what nobody should be asked when the game is over.
func (p *player) afterEnd() {
	p.tell(Play, p.anything())
	if p.rng.IntN(8) == 0 {
		p.tell(Gen, trax.Move{})
	}
	p.tell(Try, p.anything())
}

// anyLegal is a legal move. The board may have no room for it.
func (p *player) anyLegal(s style) trax.Move {
	if len(p.legal) == 0 {
		return p.anything()
	}
	m := p.legal[p.rng.IntN(len(p.legal))]
	if s.outward && !p.rim(m.Cell) {
		m = p.legal[p.rng.IntN(len(p.legal))]
	}
	return m
}

func (p *player) rim(c trax.Cell) bool {
	return c.Col == 0 || c.Row == 0 || c.Col > p.o.pos.Width() || c.Row > p.o.pos.Height()
}

// anything is a move in the box or beside it, legal or not.
func (p *player) anything() trax.Move {
	return trax.Move{
		Cell:  trax.Cell{Col: p.rng.IntN(p.o.pos.Width() + 2), Row: p.rng.IntN(p.o.pos.Height() + 2)},
		Shape: p.shape(),
	}
}

func (p *player) shape() trax.Shape { return shapeOf(uint8(p.rng.IntN(3))) }

// wrong is a move that is most likely illegal.
func (p *player) wrong() trax.Move {
	m := p.anything()
	size := p.o.room + 2
	switch p.rng.IntN(7) {
	case 0:
		m.Shape = 0
	case 1:
		m.Cell.Col = p.o.pos.Width() + 2
	case 2:
		m.Cell.Row = p.o.pos.Height() + 2
	case 3: // the same cell of the torus
		m.Cell.Col += size
	case 4:
		m.Cell.Row += size
	case 5: // too large for the port
		m.Cell.Col, m.Cell.Row = 1<<20, p.rng.IntN(1<<12)
	}
	return m
}

// GameScript asks about the moves of a game: each is tried, then played, and
// the moves of every fourth position are streamed; at the end all is taken
// back. What is illegal is asked too and ends the game.
func gameScript(moves []trax.Move) script {
	return func(o *oracle, emit func(Command) (uint8, bool)) {
		more := true
		tell := func(c Command) (status uint8) {
			if more {
				status, more = emit(c)
			}
			return status
		}
		tell(Command{Op: New})
		for i, m := range moves {
			if i%4 == 3 {
				tell(Command{Op: Gen})
			}
			tell(Command{Op: Try, Move: m})
			if tell(Command{Op: Play, Move: m}) != 0 || !more {
				break
			}
		}
		tell(Command{Op: Show})
		for more && o.pos.Ply() > 0 && tell(Command{Op: Undo}) != statusSkipped {
		}
	}
}
