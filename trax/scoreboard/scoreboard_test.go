package scoreboard

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/vectors"
)

// modelCore is a core as a program: it obeys a command and says what the ports do. A
// fault changes what it says.
type modelCore struct {
	size   int
	pos    *trax.Position
	origin [][2]int // before each ply
	x, y   int
	fault  fault
	turns  int
}

// fault is what a faulty core does otherwise. Nil functions change nothing.
type fault struct {
	status   func(c Command, status uint8) uint8
	tiles    func(c *modelCore, tiles []trax.Placement) []trax.Placement
	state    func(c *modelCore, s State) State
	moves    func(moves []genMove) []genMove
	keeps    bool // tiles of a TRY
	leaves   bool // a tile of a refused turn
	complete func(uint8) uint8
	mute     bool
}

func newModelCore(logSize int, f fault) *modelCore {
	return &modelCore{size: 1 << logSize, pos: trax.NewPosition(), fault: f}
}

func (m *modelCore) state() State {
	out := m.pos.Outcome()
	s := State{
		m.pos.Width(), m.pos.Height(), m.pos.Tiles(), m.pos.Turn() == trax.Red, out.Over, out.Over && out.Winner == trax.Red, m.x, m.y,
	}
	if m.fault.state != nil {
		s = m.fault.state(m, s)
	}
	return s
}

func (m *modelCore) full(c trax.Cell) bool {
	w, h := m.pos.Width(), m.pos.Height()
	return (c.Col == 0 || c.Col > w) && w == m.size-2 || (c.Row == 0 || c.Row > h) && h == m.size-2
}

func (m *modelCore) play(move trax.Move) uint8 {
	full := m.full(move.Cell)
	err := m.pos.Play(move)
	if err == nil {
		if full {
			m.pos.Undo()
			return uint8(vectors.BoardFull)
		}
		m.origin = append(m.origin, [2]int{m.x, m.y})
		if m.pos.Ply() > 1 {
			if move.Cell.Col == 0 {
				m.x = (m.x - 1) & (m.size - 1)
			}
			if move.Cell.Row == 0 {
				m.y = (m.y - 1) & (m.size - 1)
			}
		}
		return 0
	}
	var illegal *trax.IllegalError
	if e, ok := err.(*trax.IllegalError); ok {
		illegal = e
	}
	if full && illegal.Reason == trax.ForcedPlay {
		return uint8(vectors.BoardFull)
	}
	for s := vectors.Syntax; s < vectors.BoardFull; s++ {
		if s.String() == string(illegal.Reason) {
			return uint8(s)
		}
	}
	panic(illegal)
}

func (m *modelCore) undo() (tiles []trax.Placement) {
	tiles = m.pos.AppendPlaced(nil)
	for i := range tiles { // named on the torus, by the origin before
		tiles[i].Cell = trax.Cell{Col: (tiles[i].Cell.Col + m.x) & (m.size - 1), Row: (tiles[i].Cell.Row + m.y) & (m.size - 1)}
	}
	m.pos.Undo()
	last := m.origin[len(m.origin)-1]
	m.origin = m.origin[:len(m.origin)-1]
	m.x, m.y = last[0], last[1]
	return tiles
}

// obey tells a scoreboard what the core does, and reports whether it differs.
func (m *modelCore) obey(s *Scoreboard, c Command) bool {
	s.State(m.state())
	s.Ready()
	s.Command(c)
	switch c.Op {
	case New:
		for m.pos.Ply() > 0 {
			for _, t := range m.undo() {
				s.Trace(true, false, t.Cell.Col, t.Cell.Row, t.Tile, m.x, m.y)
			}
		}
		m.answer(s, c, 0, 0)
	case Undo:
		if m.pos.Ply() == 0 {
			m.answer(s, c, NothingToUndo, 0)
			break
		}
		m.takeBack(s)
		m.answer(s, c, 0, 0)
	case Gen:
		m.gen(s, c)
	default:
		m.turn(s, c)
	}
	s.State(m.state())
	return s.Ready()
}

func (m *modelCore) takeBack(s *Scoreboard) {
	for _, t := range m.undo() {
		s.Trace(true, false, t.Cell.Col, t.Cell.Row, t.Tile, m.x, m.y)
	}
}

func (m *modelCore) turn(s *Scoreboard, c Command) {
	m.turns++
	status := m.play(c.Move)
	if status != 0 {
		if m.fault.leaves && status == uint8(vectors.ForcedPlay) {
			s.Trace(false, false, (c.Move.Cell.Col+m.x)&(m.size-1), (c.Move.Cell.Row+m.y)&(m.size-1), trax.PlusRed, m.x, m.y)
		}
		m.answer(s, c, status, 0)
		return
	}
	tiles := m.pos.AppendPlaced(nil)
	if m.fault.tiles != nil {
		tiles = m.fault.tiles(m, tiles)
	}
	for _, t := range tiles {
		s.Trace(false, t.Forced, (t.Cell.Col+m.x)&(m.size-1), (t.Cell.Row+m.y)&(m.size-1), t.Tile, m.x, m.y)
	}
	m.answer(s, c, 0, uint8(m.pos.Outcome().Completed))
	if c.Op == Try && !m.fault.keeps {
		m.takeBack(s)
	}
}

func (m *modelCore) gen(s *Scoreboard, c Command) {
	if m.pos.Outcome().Over {
		m.answer(s, c, uint8(vectors.GameOver), 0)
		return
	}
	var moves []genMove
	legal := m.pos.AppendMoves(nil)
	for i, move := range m.pos.AppendForcedIllegal(legal) {
		g := genMove{m: move, status: uint8(vectors.ForcedPlay)}
		switch {
		case m.full(move.Cell):
			g.status = uint8(vectors.BoardFull)
		case i < len(legal):
			g.status = m.play(move)
			g.completed = uint8(m.pos.Outcome().Completed)
			m.undo()
		}
		moves = append(moves, g)
	}
	slices.Reverse(moves) // any order will do
	if m.fault.moves != nil {
		moves = m.fault.moves(moves)
	}
	for _, g := range moves {
		s.Gen(g.m, g.status, g.completed)
	}
	m.answer(s, c, 0, 0)
}

func (m *modelCore) answer(s *Scoreboard, c Command, status, completed uint8) {
	if m.fault.mute && status == uint8(vectors.ForcedPlay) {
		s.Timeout()
		return
	}
	if m.fault.status != nil {
		status = m.fault.status(c, status)
	}
	if m.fault.complete != nil {
		completed = m.fault.complete(completed)
	}
	s.State(m.state())
	s.Response(status, completed)
}

func run(logSize, commands int, f fault, lacks ...Op) *Scoreboard {
	s, m := NewScoreboard(logSize), newModelCore(logSize, f)
	stimulus := NewStimulus(1, logSize, lacks, 0)
	for range commands {
		if m.obey(s, stimulus.Next()) {
			break
		}
	}
	return s
}

// TestSoundCore: a core that plays by the rules agrees, and every status comes up.
func TestSoundCore(t *testing.T) {
	for logSize := MinLogSize; logSize <= MaxLogSize; logSize++ {
		s := run(logSize, 6000, fault{})
		require.True(t, s.Finish(), s.Difference())
		require.Contains(t, s.Summary(), "PASS: ")
		require.Greater(t, s.Turns(), 3000)
		if logSize > 5 {
			continue // too large to be full
		}
		for status := range s.met[Play] {
			if status < int(NothingToUndo) {
				require.NotZero(t, s.met[Play][status], "%d: %s never came up:\n%s", logSize, StatusName(uint8(status)), s.Summary())
			}
		}
		for _, op := range []Op{New, Undo, Try, Gen} {
			require.NotZero(t, s.met[op][0], op)
		}
	}
}

// TestLacks: a core without operations isn't asked for them.
func TestLacks(t *testing.T) {
	s := run(5, 3000, fault{}, Undo, Try, Gen)
	require.True(t, s.Finish(), s.Difference())
	for _, op := range []Op{Undo, Try, Gen} {
		require.Zero(t, s.met[op], op)
	}
	require.NotZero(t, s.met[Play][vectors.ForcedPlay])
}

// TestPlies: a core that knows the first turn alone is asked about no other.
func TestPlies(t *testing.T) {
	stimulus, plies := NewStimulus(3, 5, []Op{Undo, Try, Gen}, 1), 0
	m := newModelCore(5, fault{})
	s := NewScoreboard(5)
	for range 500 {
		c := stimulus.Next()
		require.False(t, m.obey(s, c))
		plies = max(plies, m.pos.Ply())
		if c.Op == Play && m.pos.Ply() == 1 {
			require.Equal(t, New, stimulus.Next().Op)
			m.obey(s, Command{Op: New})
		}
	}
	require.Equal(t, 1, plies)
}

// TestFaults: each fault of a core is the first difference, in words that name it.
func TestFaults(t *testing.T) {
	for name, c := range map[string]struct {
		fault fault
		want  []string
	}{
		"status": {fault{status: func(c Command, s uint8) uint8 {
			if s == uint8(vectors.Isolated) {
				return uint8(vectors.Colour)
			}
			return s
		}}, []string{"status is colour, not isolated", "by the rules"}},
		"accepts": {fault{status: func(c Command, s uint8) uint8 {
			if s == uint8(vectors.ForcedPlay) {
				return 0
			}
			return s
		}}, []string{"status is ok, not forced-play: forced play at ", " meets three "}},
		"no such status": {fault{status: func(c Command, s uint8) uint8 { return s + 11 }}, []string{"which does not exist"}},
		"forced tile missing": {fault{tiles: func(c *modelCore, tiles []trax.Placement) []trax.Placement {
			return tiles[:min(len(tiles), 3)]
		}}, []string{"(forced) isn't placed", "  <\n"}},
		"forced unmarked": {fault{tiles: func(c *modelCore, tiles []trax.Placement) []trax.Placement {
			for i := range tiles {
				tiles[i].Forced = false
			}
			return tiles
		}}, []string{"(written) is placed, and should not be", "(forced) isn't placed"}},
		"wrong tile": {fault{tiles: func(c *modelCore, tiles []trax.Placement) []trax.Placement {
			if len(tiles) > 2 {
				tiles[2].Tile ^= 15
			}
			return tiles
		}}, []string{"is placed, and should not be"}},
		"no tile": {fault{tiles: func(c *modelCore, tiles []trax.Placement) []trax.Placement {
			tiles[0].Tile = 15
			return tiles
		}}, []string{": not a tile"}},
		"refused tile stays": {fault{leaves: true}, []string{"left tiles on the board"}},
		"TRY stays":          {fault{keeps: true}, []string{"the board by the trace port is not what it was before", ", TRY "}},
		"winner": {fault{state: func(c *modelCore, s State) State {
			s.RedWon = !s.RedWon
			return s
		}}, []string{"winner is "}},
		"mover": {fault{state: func(c *modelCore, s State) State {
			s.Red = s.Red && c.turns < 100
			return s
		}}, []string{"white is to move, not red"}},
		"over": {fault{state: func(c *modelCore, s State) State {
			s.Over = false
			return s
		}}, []string{"over is false, not true"}},
		"tiles": {fault{state: func(c *modelCore, s State) State {
			s.Tiles &= 15
			return s
		}}, []string{"tiles is "}},
		"origin": {fault{state: func(c *modelCore, s State) State {
			if c.turns > 50 {
				s.OriginX = (s.OriginX + 1) & (c.size - 1)
			}
			return s
		}}, []string{"origin is "}},
		"completed": {fault{complete: func(c uint8) uint8 { return c &^ 2 }}, []string{"completed is "}},
		"GEN misses": {fault{moves: func(m []genMove) []genMove {
			return m[:len(m)-1]
		}}, []string{"isn't streamed", "GEN"}},
		"GEN twice": {fault{moves: func(m []genMove) []genMove {
			return append(m, m[0])
		}}, []string{"is streamed, and should not be"}},
		"mute": {fault{mute: true}, []string{"no answer"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := run(4, 20000, c.fault)
			require.False(t, s.Finish(), s.Summary())
			require.Contains(t, s.Summary(), "FAIL: the core differs, after ")
			for _, want := range c.want {
				require.Contains(t, s.Difference(), want)
			}
			text, turns := s.Difference(), s.Turns()
			require.True(t, s.Command(Command{Op: New}) && s.Response(0, 0) && s.Ready() && s.Reset())
			require.Equal(t, text, s.Difference(), "a later event changes the first difference")
			require.Equal(t, turns, s.Turns())
		})
	}
}

// TestHandshake: what no core may do, and what no testbench has to.
func TestHandshake(t *testing.T) {
	first := Command{Play, trax.Move{Shape: trax.Plus}}
	for name, c := range map[string]struct {
		do   func(*Scoreboard)
		want string
	}{
		"unasked answer": {func(s *Scoreboard) { s.Response(0, 0) }, "while no command waits"},
		"unasked tile":   {func(s *Scoreboard) { s.Trace(false, false, 1, 1, trax.PlusRed, 0, 0) }, "while no turn is played"},
		"unasked move":   {func(s *Scoreboard) { s.Gen(first.Move, 0, 0) }, "while no GEN is answered"},
		"takes nothing":  {func(s *Scoreboard) { s.Trace(true, false, 1, 1, trax.PlusRed, 0, 0) }, "where none lies"},
		"off the torus":  {func(s *Scoreboard) { s.Trace(true, false, 99, -1, trax.PlusRed, 0, 0) }, "there is no cell"},
		"ready early":    {func(s *Scoreboard) { s.Command(first); s.Ready() }, "before the answer"},
		"two commands":   {func(s *Scoreboard) { s.Command(first); s.Command(first) }, "before the answer"},
		"no operation":   {func(s *Scoreboard) { s.Command(Command{Op: 7}) }, "operation 7, which does not exist"},
		"never ready":    {func(s *Scoreboard) { s.Timeout() }, "stays low"},
		"tile on a tile": {func(s *Scoreboard) { s.Command(first); place(s); place(s) }, "places P on the P"},
		"endless GEN":    {func(s *Scoreboard) { s.Command(Command{Op: Gen}); flood(s) }, "without end"},
		"moving origin": {func(s *Scoreboard) {
			s.Command(first)
			place(s)
			s.State(State{1, 1, 1, true, false, false, 5, 0})
			s.Response(0, 0)
		}, "origin moves"},
		"nothing to undo": {func(s *Scoreboard) { s.Command(Command{Op: Undo}); s.Response(0, 0) }, "status is ok, not nothing to undo"},
	} {
		s := NewScoreboard(3)
		c.do(s)
		require.Contains(t, s.Difference(), c.want, name)
		require.False(t, s.Finish(), name)
	}
}

func place(s *Scoreboard) { s.Trace(false, false, 1, 1, trax.PlusRed, 0, 0) }

func flood(s *Scoreboard) {
	for !s.Gen(trax.Move{Shape: trax.Plus}, 0, 0) {
	}
}

// TestUnfinished: the summary never says PASS without evidence.
func TestUnfinished(t *testing.T) {
	s := NewScoreboard(5)
	require.False(t, s.Finish())
	require.Contains(t, s.Summary(), "FAIL: no turn was compared")

	s = run(5, 100, fault{})
	require.Contains(t, s.Summary(), "FAIL: the simulation ended before the scoreboard was finished, after ")
	s.Command(Command{Op: Play})
	require.False(t, s.Finish())
	require.Contains(t, s.Summary(), "FAIL: the simulation ended while PLAY of no move waits for its answer, after ")
	require.Empty(t, s.Difference())
	s.Reset()
	require.True(t, s.Finish(), "a reset ends the wait")
}

// TestStimulusRepeats: the same arguments give the same commands, and others do not.
func TestStimulusRepeats(t *testing.T) {
	commands := func(seed uint64) string {
		s := NewStimulus(seed, 5, nil, 0)
		var b strings.Builder
		for range 2000 {
			b.WriteString(s.Next().String() + "\n")
		}
		return b.String()
	}
	require.Equal(t, commands(7), commands(7))
	require.NotEqual(t, commands(7), commands(8))
}

// TestStimulusVisitsTheEdges: cores are asked what beginners forget.
func TestStimulusVisitsTheEdges(t *testing.T) {
	s := NewStimulus(3, 5, nil, 0)
	pos := trax.NewPosition()
	met, before := map[string]int{}, Op(numOps)
	for range 20_000 {
		c := s.Next()
		switch c.Op {
		case New:
			pos = trax.NewPosition()
			met["games"]++
		case Play:
			if over := pos.Outcome().Over; pos.Play(c.Move) != nil && over {
				met["plays when the game is over"]++
			}
		case Undo:
			if before == New {
				met["nothing to undo in a new game"]++
			} else if pos.Ply() > 0 {
				pos.Undo()
			}
		case Gen:
			if pos.Outcome().Over {
				met["moves when the game is over"]++
			}
		}
		before = c.Op
	}
	for _, edge := range []string{"nothing to undo in a new game", "plays when the game is over", "moves when the game is over"} {
		require.Greater(t, met[edge], met["games"]/20, "%s in %d games", edge, met["games"])
	}
}

// TestCoverage: a long run meets most of the published bins.
func TestCoverage(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	s := run(5, 60_000, fault{})
	require.True(t, s.Finish(), s.Difference())
	bins, holes := s.ref.Holes()
	t.Log(s.Summary())
	require.Less(t, len(holes), bins/4, holes)
	n, ok := s.Count("status.ok")
	require.True(t, ok)
	require.Positive(t, n)
	_, ok = s.Count("status.odd")
	require.False(t, ok)
}

func BenchmarkScoreboard(b *testing.B) {
	s, m := NewScoreboard(5), newModelCore(5, fault{})
	stimulus := NewStimulus(1, 5, nil, 0)
	for b.Loop() {
		m.obey(s, stimulus.Next())
	}
	b.ReportMetric(float64(s.Turns())/b.Elapsed().Seconds(), "turns/s")
}
