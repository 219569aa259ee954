package searchmodel

import "github.com/loopline/loopline/trax/engine/searchmodel/rimweights"

// The values of positions, for the side to move.
const (
	winValue = 2047 // less the plies to the win
	maxValue = 1023 // of an evaluation

	rfpDepth  = 2  // before the end, the first at which a value may be ample
	rfpMargin = 64 // by how much it must be, for each ply that is left
)

// A tile as lists and stacks keep it: its square and its shape.
type tile struct {
	square uint16
	shape  uint8
}

// noTile is the tile that no move is.
var noTile = tile{shape: 3}

// search is the state machine of ll_search: alpha-beta on a stack.
type search struct {
	turnModel
	weights *Weights
	windows *rimweights.Image // nil: tracks alone are valued
	limits  Limits
	now     int // clock cycle
	free    int // clock cycle from which on the core takes a command
	nodes   int

	list    [listSize]tile // of all plies, one after the other
	plies   [maxPly + 2]ply
	history [1 << 10]int8 // how often moves refuted others, of late
	rim     rim           // of the node
	abort   bool          // no further node is begun
	best    tile          // at the root
	depth   int           // of the last iteration that came to its end,
	value   int           // and of the root then
}

type ply struct {
	killer    [2]tile
	killerWin tile // a move that has won here, or would
}

const (
	listSize = 1 << 10 // of which the last is never used
	maxPly   = 15      // where nothing is searched any more
)

// The clock cycles of states of ll_search that have a fixed number.
const (
	clearCycles = 1024 // StClear
	rootCycles  = 1    // StRoot
	loadCycles  = 5    // StLoad, of the killers and the check
	unloadWhole = 8    // StUndo, of a whole ply
	againCycles = 3    // StAgain

	chooseCycles  = 3 // StChoose and StSwap, besides one for each move of the list
	historyCycles = 3 // StHistory, of a move
)

const (
	scoredMoves = 8  // moves of a list that are chosen by their score
	lmrMoves    = 10 // moves that late move reduction leaves alone

	minScore     = -256
	bestScore    = 255
	evasionScore = 128
	killerScore  = 16
)

// run searches and leaves the best move in s.best. It is false if there is none.
func (s *search) run() bool {
	for i := range s.plies {
		s.plies[i] = ply{killer: [2]tile{noTile, noTile}, killerWin: noTile}
	}
	clear(s.history[:])
	s.best, s.abort, s.free, s.nodes, s.depth, s.value = noTile, false, 0, 0, 0, 0
	s.now = 1 + clearCycles
	for depth := 1; ; depth++ {
		s.now += rootCycles
		v := s.visit(0, depth, -winValue, winValue, 0)
		s.now++ // StLeave
		if s.abort {
			break
		}
		s.value, s.depth = v, depth
		s.now++ // StIterate
		if v > maxValue || v < -maxValue || depth == s.limits.Depth {
			break
		}
	}
	s.wait()
	s.now++ // StFinish
	if s.best == noTile {
		return false
	}
	s.command(s.play(s.best.square, s.best.shape, true))
	s.now++
	return true
}

// stopEvery is the number of nodes between two calls of Limits.Stop.
const stopEvery = 256

// limitReached reports whether a limit is reached.
func (s *search) limitReached() bool {
	l := &s.limits
	return s.best != noTile && (l.Cycles > 0 && s.now > l.Cycles || l.Nodes > 0 && int64(s.nodes) >= l.Nodes ||
		l.Stop != nil && s.nodes%stopEvery == 0 && l.Stop())
}

// command has a command pass now, and goes on to its answer.
func (s *search) command(a response) {
	s.free = s.now + a.ready
	s.now += a.answered
}

// wait waits until the core takes a command.
func (s *search) wait() { s.now = max(s.now, s.free) }

// visit searches the position at a ply, with as many plies left, and returns its
// value within alpha and beta. Its moves go to the list from base on. It begins with
// the cycle of StEnter and ends with that of StLeave.
func (s *search) visit(at, depth, alpha, beta, base int) int {
	late := s.limitReached()
	s.now++ // StEnter
	if late {
		s.abort = true
		return 0
	}
	s.nodes++
	wins := winValue - at - 1
	if s.tryKillerWin(at) {
		return wins
	}
	n := generated{end: base, threat: noTile}
	if at > 0 {
		if s.tryCandidates(at, base, &n); n.wins {
			return wins
		}
		if at == maxPly || !n.check && (depth == 0 || canPruneRFP(n.value, depth, beta)) {
			return n.value
		}
	}
	if s.generate(at, &n); n.wins {
		return wins
	}
	s.now++ // StJudge
	if n.end == base {
		if at == 0 {
			s.best = n.threat
		}
		return -wins
	}
	if at == 0 && s.best == noTile {
		s.best = s.list[base]
	}
	if !n.check {
		depth--
	}
	s.now += loadCycles
	searched := 0
	for next := base; ; next++ {
		s.now++ // StNext
		if next == n.end {
			break
		}
		if next-base < scoredMoves || at == 0 {
			s.choose(at, next, &n)
		}
		s.now++ // StPick
		m := s.list[next]
		switch s.tryMove(at, m) {
		case wonMove:
			return wins
		case noMove:
			continue
		}
		v := s.searchMove(at, depth, alpha, beta, searched, &n)
		s.takeBackMove()
		if s.abort {
			return 0
		}
		searched++
		s.now++ // StWeigh
		if v <= alpha {
			continue
		}
		alpha = v
		if s.recordBest(at, m, alpha >= beta); alpha >= beta {
			s.recordHistory(depth, s.list[base:next+1])
			return alpha
		}
	}
	if searched == 0 {
		return -wins
	}
	return alpha
}

// searchMove searches the move that has just been made, with as many plies left behind it, and returns
// its value. Late move reduction takes one of them at first. A principal variation search has a null
// window for all but the first move. If that shows more than alpha, it is searched once more, in full.
func (s *search) searchMove(at, depth, alpha, beta, searched int, n *generated) int {
	reduction := 0
	if at > 0 && !n.check && depth > 0 && searched >= lmrMoves {
		reduction = 1
	}
	if reduction > 0 || searched > 0 && beta-alpha > 1 {
		if v := -s.visit(at+1, depth-reduction, -alpha-1, -alpha, n.end); v <= alpha || s.abort {
			return v
		}
		s.now += againCycles
		s.wait()
		s.now++ // StAgain, the last
	}
	return -s.visit(at+1, depth, -beta, -alpha, n.end)
}

// choose exchanges the move at a place of the list with the one of the highest score behind it, of equal
// ones the first.
func (s *search) choose(at, next int, n *generated) {
	best, most := next, minScore
	for i := next; i < n.end; i++ {
		if score := s.score(at, s.list[i], n); score > most {
			best, most = i, score
		}
	}
	s.list[next], s.list[best] = s.list[best], s.list[next]
	s.now += n.end - next + chooseCycles
}

// score is what orders moves: at the root the best one so far comes first, elsewhere in check the
// evasions beside the check's square, or else the killer moves a little earlier.
func (s *search) score(at int, m tile, n *generated) int {
	killer, score := &s.plies[at].killer, int(s.history[historyIndex(m)])
	switch {
	case at == 0 && m == killer[0]:
		return bestScore
	case at == 0:
		return score
	case n.check && beside(m.square, n.threat.square):
		return score + evasionScore
	case m == killer[0] || m == killer[1]:
		return score + killerScore
	}
	return score
}

// historyIndex is the place of a move in the history: squares 16 apart share it.
func historyIndex(m tile) int {
	return int(m.shape)<<8 | int(m.square>>logSize&15)<<4 | int(m.square&15)
}

// recordHistory gives the last of the moves, which has refuted the one that led here, a bonus in the
// history, the more the more plies were left, and those before it a quarter as a malus.
func (s *search) recordHistory(depth int, moves []tile) {
	shift := [...]int{0, 2, 3, 4}[min(depth, 3)]
	for i, m := range moves {
		s.now += historyCycles
		h := &s.history[historyIndex(m)]
		part := int(*h) >> (6 - shift)
		if i == len(moves)-1 {
			*h = int8(int(*h) + 1<<shift - part)
		} else {
			*h = int8(int(*h) - (1<<shift+part+3)>>2)
		}
	}
}

// The outcomes of a move that is made.
type madeMove int

const (
	madeIt  madeMove = iota // the game goes on
	wonMove                 // it won, and is taken back
	noMove                  // it isn't legal, or lost at once and is taken back
)

// tryMove makes a move of the list, from the first cycle of StPlay to the one before the next node's,
// or the next StNext.
func (s *search) tryMove(at int, m tile) madeMove {
	mover := s.red
	s.wait()
	a := s.play(m.square, m.shape, false)
	s.command(a)
	s.now++ // StPlay, the last
	switch {
	case a.status != statusOK:
		return noMove
	case a.completed == 0:
		s.now++ // StDescend
		return madeIt
	}
	undo := s.undo()
	s.command(response{answered: undo, ready: undo})
	s.now++ // StTakeBack, the last
	if a.completed&completionsOf(mover) != 0 {
		s.plies[at].killerWin = m
		return wonMove
	}
	s.plies[at+1].killerWin = m
	return noMove
}

// canPruneRFP reports whether reverse futility pruning cuts a node with the given depth
// left: its eval exceeds beta by rfpMargin a ply.
func canPruneRFP(value, depth, beta int) bool {
	return depth <= rfpDepth && value-depth*rfpMargin >= beta
}

// tryKillerWin tries the move that has last won at a ply, or would have.
func (s *search) tryKillerWin(at int) (wins bool) {
	w := s.plies[at].killerWin
	if w == noTile || at == 0 {
		return false
	}
	s.wait()
	mover, a := s.red, response{answered: refusedCycles, ready: refusedCycles}
	if s.near(w.square) {
		a = s.play(w.square, w.shape, true)
	}
	s.command(a)
	s.now++ // StProbe
	return a.status == statusOK && a.completed&completionsOf(mover) != 0
}

// recordBest keeps a move that is better than those before, which may refute the one
// that led here.
func (s *search) recordBest(at int, m tile, refutes bool) {
	if at == 0 {
		s.best = m
	}
	killer := &s.plies[at].killer
	if (at == 0 || refutes) && killer[0] != m {
		killer[0], killer[1] = m, killer[0]
		s.now++ // StKiller
	}
}

// takeBackMove takes the last move back, from StLeave to the end of StUndo.
func (s *search) takeBackMove() {
	s.now++ // StLeave
	loaded := s.now + unloadWhole
	s.wait()
	undo := s.undo()
	s.command(response{answered: undo, ready: undo})
	s.now = max(loaded, s.now+1) + 1
}

// generated is what is known of a node's moves.
type generated struct {
	wins   bool // a move does, and nothing else is known
	value  int  // the static evaluation
	end    int  // of its moves in the list
	check  bool // there are tiles that win for the other side, too
	threat tile // the last of them
}

// tryCandidates values the position and tries the tiles that may win at once, for either side. It
// begins with the cycle of StWalk and ends with the last of StCheck.
func (s *search) tryCandidates(at, base int, n *generated) {
	s.wait()
	s.now++ // StWalk
	s.walkRim(&s.rim)
	n.value = s.rim.value
	s.now += s.rim.cycles
	candidates := s.rim.candidates[:min(len(s.rim.candidates), listSize-1-base)]
	for _, square := range candidates {
		s.now++ // StCheck
		s.wait()
		s.now++ // StTry, the first
		if s.shapes(at, square, n); n.wins {
			return
		}
	}
	n.end = base
	s.now++ // StCheck
}

// generate lists the moves: at the root those that are legal and do not lose at once, else the
// pseudo-legal ones, all tiles that fit. It begins with the cycle of StGenerate, and goes on to that of
// StJudge or StLeave.
func (s *search) generate(at int, n *generated) {
	s.wait()
	s.now++ // StGenerate
	width, height := int(s.right-s.left)&lineMask, int(s.bottom-s.top)&lineMask
	for row := 0; row <= height; row++ {
		for col := 0; col <= width; col++ {
			square := s.square(col, row)
			if at > 0 {
				s.fitting(square, n)
			} else if s.shapes(at, square, n); n.wins {
				return
			}
		}
	}
}

// fitting lists the tiles that fit on a square, as ll_pseudolegal does.
func (s *search) fitting(square uint16, n *generated) {
	fits := 0
	for shape := range uint8(3) {
		if _, status := s.checkTile(square, shape); status != statusOK && status != statusBoardFull {
			continue
		}
		fits++
		if n.end < listSize-1 {
			s.list[n.end] = tile{square, shape}
			n.end++
		}
	}
	s.now += max(1, fits)
}

// shapes tries the shapes on a square.
func (s *search) shapes(at int, square uint16, n *generated) {
	mover := s.red
	for shape := range uint8(3) {
		s.wait()
		a := s.play(square, shape, true)
		s.command(a)
		s.now++ // StWait of ll_movegen
		m := tile{square, shape}
		switch a.status {
		case statusColour:
			continue
		case statusOK, statusForcedPlay, statusBoardFull:
			s.now++ // StGive
		default:
			return
		}
		switch {
		case a.status != statusOK:
		case a.completed&completionsOf(mover) != 0:
			n.wins, s.plies[at].killerWin = true, m
			if at == 0 {
				s.best = m
			}
			return
		case a.completed != 0:
			n.check, n.threat, s.plies[at+1].killerWin = true, m, m
		case n.end < listSize-1:
			s.list[n.end] = m
			n.end++
		}
	}
}

// completionsOf are the completions of a colour.
func completionsOf(red bool) uint8 {
	if red {
		return 12
	}
	return 3
}

// near reports whether a square lies in the box or beside it.
func (s *search) near(square uint16) bool {
	x, y := (square-s.left)&lineMask, (square>>logSize-s.top)&lineMask
	return x <= (s.right-s.left)&lineMask && y <= (s.bottom-s.top)&lineMask
}

// beside reports whether two squares are the same or touch, if by a corner.
func beside(a, b uint16) bool {
	dx, dy := (a-b)&lineMask, (a>>logSize-b>>logSize)&lineMask
	return (dx+1)&lineMask <= 2 && (dy+1)&lineMask <= 2
}
