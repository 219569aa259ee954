package scoreboard

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/vectors"
)

// State holds the state ports and the origin in a cycle.
type State struct {
	Width, Height, Tiles int
	Red, Over, RedWon    bool
	OriginX, OriginY     int
}

// Scoreboard compares a core with the reference model. In each clock cycle the testbench calls,
// of the methods that apply, Reset, Trace, Gen, Response, Ready, Command, in this order.
// Each returns whether a difference has been found, now or before; from the first one on
// nothing is compared. It is not safe for concurrent use.
type Scoreboard struct {
	size int
	ref  *vectors.Classifier

	// The core's board, as its trace port tells of it.
	cells []trax.Tile
	sum   uint64 // of the tiles and their cells
	marks []mark // the boards before the turns that are played, the one in hand last

	command  Command
	pending  bool // the command has no answer yet
	settling bool // it has, but the core has not been ready since
	status   uint8
	placed   []tracedTile
	moves    []genMove
	state    State

	commands, turns int
	met             [numOps][NothingToUndo + 1]int
	difference      string
	finished        bool

	scratch, wanted []entry
	refMoves        []trax.Move
	refPlaced       []trax.Placement
	refCompleted    trax.Completed
}

// mark is the state that an UNDO has to restore.
type mark struct {
	sum  uint64
	x, y int // the origin
}

type tracedTile struct {
	x, y, originX, originY int
	tile                   trax.Tile
	forced                 bool
}

type genMove struct {
	m                 trax.Move
	status, completed uint8
}

// entry is a tile of a turn or a move of GEN as a number that sorts, and its text.
type entry struct {
	key  uint64
	text func() string
}

// NewScoreboard returns a scoreboard for a core with the given LogSize, from
// [MinLogSize] to [MaxLogSize], that has just been reset.
func NewScoreboard(logSize int) *Scoreboard {
	size := 1 << logSize
	return &Scoreboard{
		size: size, ref: vectors.NewClassifier(vectors.Board{Columns: size, Rows: size}),
		cells: make([]trax.Tile, size*size), marks: []mark{{}},
	}
}

// Differs reports whether a difference was found.
func (s *Scoreboard) Differs() bool { return s.difference != "" }

// Turns returns how many PLAY and TRY were compared.
func (s *Scoreboard) Turns() int { return s.turns }

// Count returns how often the coverage bin with a name was met, and whether there is one.
func (s *Scoreboard) Count(bin string) (n int, ok bool) { return s.ref.Count(bin) }

// Reset is a cycle in which the core is reset.
func (s *Scoreboard) Reset() bool {
	if !s.Differs() {
		s.pending, s.settling = false, false
		s.empty()
	}
	return s.Differs()
}

// empty empties both boards.
func (s *Scoreboard) empty() {
	s.ref.Reset()
	clear(s.cells)
	s.sum, s.marks = 0, s.marks[:1]
}

// Command is a cycle in which a command passes.
func (s *Scoreboard) Command(c Command) bool {
	switch {
	case s.Differs() || s.Ready(): // by the handshake it is ready
	case c.Op >= numOps:
		s.command = c
		s.differs("the testbench sent " + c.Op.String())
	default:
		s.command, s.pending = c, true
		s.placed, s.moves = s.placed[:0], s.moves[:0]
		s.commands++
		if c.Op == New {
			s.empty()
		}
	}
	return s.Differs()
}

// Trace is a cycle in which a tile is placed or taken away, on the torus.
func (s *Scoreboard) Trace(undo, forced bool, x, y int, tile trax.Tile, originX, originY int) bool {
	if s.Differs() {
		return true
	}
	at := y*s.size + x
	if x < 0 || x >= s.size || y < 0 || y >= s.size {
		return s.differs(fmt.Sprintf("trace: there is no cell x %d, y %d on a board of %dx%d", x, y, s.size, s.size))
	}
	cell := &s.cells[at]
	switch {
	case undo && *cell == trax.Empty:
		if s.command.Op == New && (s.pending || s.settling) {
			return false // the core empties what is empty here already
		}
		return s.differs(fmt.Sprintf("trace: takes a tile from x %d, y %d, where none lies", x, y))
	case undo:
		s.sum ^= mix(at, *cell)
		*cell = trax.Empty
		if s.pending {
			s.placed = slices.DeleteFunc(s.placed, func(p tracedTile) bool { return p.x == x && p.y == y })
		}
		return false
	case tile.Shape() == 0:
		return s.differs(fmt.Sprintf("trace: places the red sides %04b at x %d, y %d: not a tile", uint8(tile), x, y))
	case *cell != trax.Empty:
		return s.differs(fmt.Sprintf("trace: places %s on the %s at x %d, y %d", tile, *cell, x, y))
	case !s.pending:
		return s.differs(fmt.Sprintf("trace: places %s at x %d, y %d while no turn is played", tile, x, y))
	}
	*cell = tile
	s.sum ^= mix(at, tile)
	s.placed = append(s.placed, tracedTile{x, y, originX, originY, tile, forced})
	return false
}

// Gen is a cycle in which a move of GEN passes.
func (s *Scoreboard) Gen(m trax.Move, status, completed uint8) bool {
	switch {
	case s.Differs():
	case !s.pending || s.command.Op != Gen:
		s.differs("gen: streams " + m.String() + " while no GEN is answered")
	case len(s.moves) >= 4*s.size*s.size:
		s.differs("gen: streams moves without end")
	default:
		s.moves = append(s.moves, genMove{m, status, completed})
	}
	return s.Differs()
}

// State tells the state ports of the cycle, before Response or Ready.
func (s *Scoreboard) State(now State) { s.state = now }

// Response is a cycle in which the command is answered.
func (s *Scoreboard) Response(status, completed uint8) bool {
	if s.Differs() {
		return true
	}
	if !s.pending {
		return s.differs("an answer, " + StatusName(status) + ", while no command waits for one")
	}
	var faults []string
	want := s.obey()
	if status != want {
		fault := fmt.Sprintf("status is %s, not %s", StatusName(status), StatusName(want))
		if want == uint8(vectors.ForcedPlay) {
			fault += ": " + s.contradiction()
		}
		faults = append(faults, fault)
	}
	turn := (s.command.Op == Play || s.command.Op == Try)
	s.refCompleted = 0
	if turn && want == 0 {
		s.refCompleted = s.ref.Position().Outcome().Completed
	}
	if completed != uint8(s.refCompleted) {
		faults = append(faults, fmt.Sprintf("completed is %s, not %s", set(completed), set(uint8(s.refCompleted))))
	}
	switch {
	case turn && want == 0 && status == 0:
		faults = append(faults, s.wrongState()...)
		faults = append(faults, s.wrongTiles()...)
	case turn && status != 0 && s.sum != s.top().sum:
		faults = append(faults, "the refused turn left tiles on the board, or took some away")
	case s.command.Op == Gen:
		faults = append(faults, s.wrongMoves(want)...)
	}
	if len(faults) > 0 {
		return s.differs(faults...)
	}
	s.pending, s.settling, s.status = false, true, want
	if turn {
		s.turns++
		if want == 0 {
			s.marks = append(s.marks, mark{s.sum, s.state.OriginX, s.state.OriginY})
		}
	}
	s.met[s.command.Op][want]++
	return false
}

func (s *Scoreboard) top() mark { return s.marks[len(s.marks)-1] }

// contradiction says where forced play refuses the command's turn, and why.
func (s *Scoreboard) contradiction() string {
	err := s.ref.Position().Play(s.command.Move)
	if illegal, ok := errors.AsType[*trax.IllegalError](err); ok {
		return illegal.Detail
	}
	return "forced play meets a contradiction"
}

// obey has the reference obey the command, and returns the status. A TRY is played until
// the core is ready again.
func (s *Scoreboard) obey() uint8 {
	switch s.command.Op {
	case Play, Try:
		return uint8(s.ref.Play(s.command.Move))
	case Undo:
		if !s.ref.Undo() {
			return NothingToUndo
		}
		s.marks = s.marks[:len(s.marks)-1]
	case Gen:
		if s.ref.Position().Outcome().Over {
			return uint8(vectors.GameOver)
		}
	}
	return 0
}

// Ready reports a cycle in which the core is ready for a command. Call it once or in each
// such cycle.
func (s *Scoreboard) Ready() bool {
	switch {
	case s.Differs():
		return true
	case s.pending:
		return s.differs("cmd_ready_o is high before the answer")
	case !s.settling:
		return false
	}
	if s.command.Op == Try && s.status == 0 {
		s.ref.Undo()
		s.marks = s.marks[:len(s.marks)-1]
	}
	s.settling = false
	var faults []string
	if s.sum != s.top().sum {
		faults = append(faults, "the board by the trace port is not what it was before")
	}
	if at := s.top(); s.ref.Position().Ply() > 0 && (s.state.OriginX != at.x || s.state.OriginY != at.y) {
		faults = append(faults, fmt.Sprintf("origin is %d, %d, not %d, %d", s.state.OriginX, s.state.OriginY, at.x, at.y))
	}
	if faults = append(faults, s.wrongState()...); len(faults) > 0 {
		return s.differs(faults...)
	}
	return false
}

// Timeout reports that the testbench waited for the core beyond its limit.
func (s *Scoreboard) Timeout() bool {
	switch {
	case s.Differs():
	case s.pending:
		s.differs("no answer")
	default:
		s.differs("cmd_ready_o stays low")
	}
	return true
}

// wrongState returns how the state ports differ from the reference.
func (s *Scoreboard) wrongState() (faults []string) {
	pos, got := s.ref.Position(), &s.state
	number := func(name string, got, want int) {
		if got != want {
			faults = append(faults, fmt.Sprintf("%s is %d, not %d", name, got, want))
		}
	}
	number("width", got.Width, pos.Width())
	number("height", got.Height, pos.Height())
	number("tiles", got.Tiles, pos.Tiles())
	switch out := pos.Outcome(); {
	case got.Over != out.Over:
		faults = append(faults, fmt.Sprintf("over is %t, not %t", got.Over, out.Over))
	case out.Over && got.RedWon != (out.Winner == trax.Red):
		faults = append(faults, fmt.Sprintf("winner is %s, not %s", out.Winner.Other(), out.Winner))
	case !out.Over && got.Red != (pos.Turn() == trax.Red):
		faults = append(faults, fmt.Sprintf("%s is to move, not %s", pos.Turn().Other(), pos.Turn()))
	}
	return faults
}

// wrongTiles returns how the traced tiles of the turn, and the origin, differ from the
// reference.
func (s *Scoreboard) wrongTiles() (faults []string) {
	pos, was := s.ref.Position(), s.top()
	if pos.Ply() > 1 {
		x, y := was.x, was.y
		if s.command.Move.Cell.Col == 0 {
			x = (x - 1) & (s.size - 1)
		}
		if s.command.Move.Cell.Row == 0 {
			y = (y - 1) & (s.size - 1)
		}
		if s.state.OriginX != x || s.state.OriginY != y {
			faults = append(faults, fmt.Sprintf("origin is %d, %d, not %d, %d", s.state.OriginX, s.state.OriginY, x, y))
		}
	}
	for _, p := range s.placed {
		if p.originX != s.state.OriginX || p.originY != s.state.OriginY {
			return append(faults, "the origin moves while the turn is traced")
		}
	}
	s.refPlaced = pos.AppendPlaced(s.refPlaced[:0])
	s.wanted, s.scratch = s.wanted[:0], s.scratch[:0]
	for _, p := range s.refPlaced {
		s.wanted = append(s.wanted, tileEntry(p))
	}
	for _, p := range s.placed {
		cell := trax.Cell{Col: (p.x - s.state.OriginX) & (s.size - 1), Row: (p.y - s.state.OriginY) & (s.size - 1)}
		s.scratch = append(s.scratch, tileEntry(trax.Placement{Cell: cell, Tile: p.tile, Forced: p.forced}))
	}
	return append(faults, s.unlike("tile ", "isn't placed", "is placed, and should not be")...)
}

// wrongMoves returns how the moves that GEN streamed differ from the reference.
func (s *Scoreboard) wrongMoves(want uint8) []string {
	s.wanted, s.scratch = s.wanted[:0], s.scratch[:0]
	if want == 0 {
		s.wantMoves()
	}
	for _, g := range s.moves {
		s.scratch = append(s.scratch, moveEntry(g))
	}
	return s.unlike("move ", "isn't streamed", "is streamed, and should not be")
}

func (s *Scoreboard) wantMoves() {
	pos := s.ref.Position()
	s.refMoves = pos.AppendMoves(s.refMoves[:0])
	legal := len(s.refMoves)
	s.refMoves = pos.AppendForcedIllegal(s.refMoves)
	for i, m := range s.refMoves {
		g := genMove{m: m}
		switch {
		case s.ref.Full(m.Cell):
			g.status = uint8(vectors.BoardFull)
		case i >= legal:
			g.status = uint8(vectors.ForcedPlay)
		case pos.Play(m) == nil:
			g.completed = uint8(pos.Outcome().Completed)
			pos.Undo()
		}
		s.wanted = append(s.wanted, moveEntry(g))
	}
}

// unlike compares s.scratch with s.wanted as sets.
func (s *Scoreboard) unlike(what, missing, surplus string) (faults []string) {
	byKey := func(a, b entry) int {
		if a.key < b.key {
			return -1
		}
		return min(1, int((a.key-b.key)>>1|(a.key-b.key)&1))
	}
	slices.SortFunc(s.wanted, byKey)
	slices.SortFunc(s.scratch, byKey)
	w, g := s.wanted, s.scratch
	for len(w) > 0 || len(g) > 0 {
		switch {
		case len(g) == 0 || len(w) > 0 && w[0].key < g[0].key:
			faults, w = append(faults, what+w[0].text()+" "+missing), w[1:]
		case len(w) == 0 || g[0].key < w[0].key:
			faults, g = append(faults, what+g[0].text()+" "+surplus), g[1:]
		default:
			w, g = w[1:], g[1:]
		}
	}
	return faults
}

func tileEntry(p trax.Placement) entry {
	key := uint64(p.Cell.Row)<<32 | uint64(p.Cell.Col)<<8 | uint64(p.Tile)<<1
	if p.Forced {
		key |= 1
	}
	return entry{key, func() string {
		if p.Forced {
			return p.Cell.String() + p.Tile.String() + " (forced)"
		}
		return p.Cell.String() + p.Tile.String() + " (written)"
	}}
}

func moveEntry(g genMove) entry {
	if g.status != 0 {
		g.completed = 0 // it has no meaning then
	}
	key := uint64(g.m.Cell.Row)<<32 | uint64(g.m.Cell.Col)<<16 | uint64(ShapeNumber(g.m.Shape))<<12 | uint64(g.status)<<4 | uint64(g.completed)
	return entry{key, func() string {
		text := g.m.String() + " (" + StatusName(g.status)
		if g.completed != 0 {
			text += ", " + set(g.completed)
		}
		return text + ")"
	}}
}

// set returns the completed lines and loops, in words.
func set(completed uint8) string {
	if completed == 0 {
		return "nothing"
	}
	return strings.Join(trax.Completed(completed).Names(), " ")
}

// mix is the contribution of a tile to the sum of a board.
func mix(at int, t trax.Tile) uint64 {
	v := uint64(at)<<8 | uint64(t)
	v += 0x9e3779b97f4a7c15
	v = (v ^ v>>30) * 0xbf58476d1ce4e5b9
	v = (v ^ v>>27) * 0x94d049bb133111eb
	return v ^ v>>31
}
