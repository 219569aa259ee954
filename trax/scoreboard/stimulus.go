package scoreboard

import (
	"math/rand/v2"

	"github.com/loopline/loopline/trax"
)

// Stimulus makes commands for a core: random games with turns of every status, TRY, GEN
// and UNDO among them. What the core answers changes nothing. Make one with
// [NewStimulus]; it is for one goroutine.
type Stimulus struct {
	pos   *trax.Position
	rng   *rand.Rand
	room  int // columns and rows that the box may have
	plies int // of a game, at most; 0 is no limit
	lacks [numOps]bool

	queue  []Command
	next   int // in the queue
	game   int
	style  style
	refuse trax.Move   // the last turn that forced play refused
	legal  []trax.Move // in the position, listed where sampling fails
	barred []trax.Move // only forced play refuses them
}

// style weights the choice of moves in a game. Uniform play ends soon and stays small.
type style struct {
	plies  int  // at most
	keeps  bool // moves that end the game are avoided, or taken back
	forces bool // moves that force much are preferred
	ends   bool // moves that end the game are preferred
	side   bool // the box grows to one side, until it has no room
}

var styles = [...]style{
	{plies: 60}, {plies: 60, forces: true, keeps: true}, {plies: 120, keeps: true}, {plies: 40, ends: true},
	{plies: 80, side: true, keeps: true}, {plies: 80, forces: true}, {plies: 400, keeps: true}, {plies: 30, side: true, ends: true},
}

// NewStimulus returns a stimulus for a core with the given LogSize, without the
// operations that it lacks. Games end after the given number of plies; 0 is unlimited.
func NewStimulus(seed uint64, logSize int, lacks []Op, plies int) *Stimulus {
	s := &Stimulus{
		pos: trax.NewPosition(), rng: rand.New(rand.NewPCG(seed, 0x7472)), room: 1<<logSize - 2, plies: plies,
	}
	for _, op := range lacks {
		if op > Play && op < numOps {
			s.lacks[op] = true
		}
	}
	s.begin()
	return s
}

// Next returns the next command.
func (s *Stimulus) Next() Command {
	for s.next == len(s.queue) {
		s.queue, s.next = s.queue[:0], 0
		s.ply()
	}
	s.next++
	return s.queue[s.next-1]
}

// tell queues a command and obeys it. It reports whether a core answers ok.
func (s *Stimulus) tell(op Op, m trax.Move) bool {
	if s.lacks[op] {
		return false
	}
	s.queue = append(s.queue, Command{op, m})
	switch op {
	case New:
		s.pos.Reset()
	case Undo:
		return s.pos.Undo()
	case Play:
		if s.full(m.Cell) {
			return false
		}
		reason, err := s.pos.PlayReason(m)
		return reason == "" && err == nil
	}
	return true
}

func (s *Stimulus) one(n int) bool { return s.rng.IntN(n) == 0 }

// full reports whether the box has no room for a tile at c.
func (s *Stimulus) full(c trax.Cell) bool {
	w, h := s.pos.Width(), s.pos.Height()
	return (c.Col == 0 || c.Col > w) && w == s.room || (c.Row == 0 || c.Row > h) && h == s.room
}

// begin begins a game.
func (s *Stimulus) begin() {
	s.style = styles[s.game%len(styles)]
	s.game++
	s.tell(New, trax.Move{})
	if s.one(4) {
		s.tell(Undo, trax.Move{})
	}
}

// ply sends what comes around one ply.
func (s *Stimulus) ply() {
	limit := s.style.plies
	if s.plies > 0 {
		limit = min(limit, s.plies)
	}
	switch over := s.pos.Outcome().Over; {
	case over:
		s.tell(Play, s.anything())
		s.tell(Try, s.anything())
		if s.one(8) {
			s.tell(Gen, trax.Move{})
		}
		if !s.style.keeps || s.one(16) || !s.tell(Undo, trax.Move{}) {
			s.end()
		}
		return
	case s.pos.Ply() >= limit:
		s.end()
		return
	}
	seldom := 8 // it takes long to find them on a large board, and they are rare on a small one
	if s.room < 14 {
		seldom = 1
	}
	if s.barred = s.barred[:0]; s.one(seldom) {
		s.barred = s.pos.AppendForcedIllegal(s.barred)
	}
	s.probe()
	if s.one(24) && !s.lacks[Undo] {
		for range 1 + s.rng.IntN(6) {
			s.tell(Undo, trax.Move{})
		}
		return
	}
	if m, ok := s.choose(); ok {
		s.tell(Play, m)
	} else {
		s.end()
	}
}

// end ends a game, now and then by taking it back.
func (s *Stimulus) end() {
	if s.one(8) {
		for s.pos.Ply() > 0 && s.tell(Undo, trax.Move{}) {
		}
		s.tell(Undo, trax.Move{})
	}
	s.begin()
}

// probe asks for what doesn't change the position.
func (s *Stimulus) probe() {
	often := 512 // a core may need thousands of cycles for it
	if s.pos.Tiles() < 30 {
		often = 32
	}
	if s.one(often) {
		s.tell(Gen, trax.Move{})
	}
	if s.one(3) {
		if m, ok := s.anyLegal(); ok {
			s.tell(Try, m)
		}
	}
	if s.one(3) {
		s.tell(Try, s.anything())
	}
	if s.one(8) {
		s.illegal(s.wrong())
	}
	if s.one(4) {
		s.illegal(s.anything())
	}
	if len(s.barred) > 0 {
		s.refuse = s.barred[s.rng.IntN(len(s.barred))]
		s.tell(Play, s.refuse)
		if s.one(64) {
			s.tell(Gen, trax.Move{})
		}
		if s.one(2) {
			s.tell(Try, s.refuse)
		}
	}
	if s.pos.Width() == s.room || s.pos.Height() == s.room {
		for range 8 {
			if m := s.anything(); s.full(m.Cell) && s.pos.IsLegal(m) {
				s.tell(Play, m)
				break
			}
		}
	}
}

// anyLegal returns one of the legal moves, each as often; false if there are none. To
// list them all takes longer than the rest of a turn, so it draws until one is legal.
func (s *Stimulus) anyLegal() (m trax.Move, ok bool) {
	for range 64 {
		if m = s.anything(); s.pos.IsLegal(m) {
			return m, true
		}
	}
	if s.legal = s.pos.AppendMoves(s.legal[:0]); len(s.legal) == 0 {
		return m, false
	}
	return s.legal[s.rng.IntN(len(s.legal))], true
}

// illegal plays a move that the rules refuse, or tries one that they don't.
func (s *Stimulus) illegal(m trax.Move) {
	if s.pos.IsLegal(m) && !s.full(m.Cell) {
		s.tell(Try, m)
	} else {
		s.tell(Play, m)
	}
}

// anything is a move in the box or beside it.
func (s *Stimulus) anything() trax.Move {
	return trax.Move{
		Cell:  trax.Cell{Col: s.rng.IntN(s.pos.Width() + 2), Row: s.rng.IntN(s.pos.Height() + 2)},
		Shape: ShapeOf(uint8(s.rng.IntN(3))),
	}
}

// wrong is a move that is most likely illegal.
func (s *Stimulus) wrong() trax.Move {
	m, size := s.anything(), s.room+2
	switch s.rng.IntN(6) {
	case 0:
		m.Shape = 0
	case 1:
		m.Cell.Col = s.pos.Width() + 2
	case 2:
		m.Cell.Row = s.pos.Height() + 2
	case 3: // the same cell of the torus
		m.Cell.Col += size
	case 4:
		m.Cell.Row += size
	}
	m.Cell.Col, m.Cell.Row = min(m.Cell.Col, 2*size-1), min(m.Cell.Row, 2*size-1)
	return m
}

// choose returns a legal move that the board has room for, as the style has it.
func (s *Stimulus) choose() (best trax.Move, ok bool) {
	looked := 3
	if s.style.forces {
		looked = 5
	}
	most := -1 << 30
	for range looked {
		m, found := s.anyLegal()
		if !found {
			break
		}
		if s.full(m.Cell) {
			continue
		}
		if v := s.value(m); v > most {
			best, most, ok = m, v, true
		}
		if !s.style.forces && !s.style.ends && !s.style.side && !s.style.keeps {
			break
		}
	}
	return best, ok
}

// value scores a legal move; the style prefers higher scores.
func (s *Stimulus) value(m trax.Move) (v int) {
	if s.pos.Play(m) != nil {
		return v
	}
	over, forced := s.pos.Outcome().Over, s.pos.Forced()
	s.pos.Undo()
	switch {
	case over && s.style.keeps:
		v -= 1000
	case over && s.style.ends:
		v += 1000
	}
	if s.style.forces {
		v += 10 * forced
	}
	if s.style.side && (s.game&1 == 0 && m.Cell.Col == 0 || s.game&1 == 1 && m.Cell.Row > s.pos.Height()) {
		v += 100
	}
	return v
}
