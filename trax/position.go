package trax

import (
	"cmp"
	"fmt"
	"slices"
)

// Position is a game in progress: the tiles, the side to move, and the history for Undo. Make one with [NewPosition]. It is not safe for
// concurrent use.
type Position struct {
	grid grid

	// base is the point of the cell with coordinates @0: one left of and
	// above the box.
	base          point
	width, height int

	placed  []placed // every tile in the order of placing
	touched []uint32 // every cell that got a neighbour, in that order
	turns   []turn   // one for each ply
	queue   []uint32 // cells that forced play has to fill, reused

	frontier       []uint32 // see scan
	forcingEdges   []uint8
	cascadingEdges []uint8
	throughEdges   []uint8 // by frontier cell: the edges that force it and another cell
	scanned        bool    // the fields above hold scan's results for the current tiles
	open           []open  // see AppendTracks
	filledPrefix   filledPrefix
	runs           []chainEnd // see trace
	path           []step

	tactical // of Tactics alone

	completed       Completed
	contradictionAt contradictionAt
}

type contradictionAt struct {
	cell uint32
	in   uint8
}

// placed is a tile on the board, with an end of the white and of the red track
// through it at the time of placing.
type placed struct {
	cell uint32
	ends [2]uint32
}

// turn is the state before a ply, for Undo.
type turn struct {
	placed, touched int32
	base            point
	width, height   int32
}

// NewPosition returns the empty board with White to move.
func NewPosition() *Position {
	return &Position{grid: newTorus(startBits, startBits)}
}

// Reset empties the board. It keeps the board's memory for reuse, unless that is
// far more than usual games need.
func (p *Position) Reset() {
	if p.grid.parts != nil {
		*p = *NewPosition()
		return
	}
	if len(p.turns) == 0 {
		return
	}
	// Only cells with a tile or beside one differ from those of an empty board.
	for i := range p.placed {
		p.grid.squares[p.placed[i].cell] = 0
	}
	for _, c := range p.touched {
		p.grid.squares[c] = 0
	}
	p.base, p.width, p.height = p.turns[0].base, 0, 0
	p.placed, p.touched, p.turns = p.placed[:0], p.touched[:0], p.turns[:0]
	p.completed = 0
	p.scanned = false
	p.filledPrefix.forget()
}

// Clone returns an independent copy of p, its history included.
func (p *Position) Clone() *Position {
	q := *p
	q.grid = p.grid.clone()
	q.placed = slices.Clone(p.placed)
	q.touched = slices.Clone(p.touched)
	q.turns = slices.Clone(p.turns)
	q.queue = nil
	q.frontier, q.forcingEdges, q.cascadingEdges, q.throughEdges = nil, nil, nil, nil
	q.scanned = false
	q.open = nil
	q.runs, q.path = nil, nil
	q.tactical = tactical{}
	q.filledPrefix = filledPrefix{}
	return &q
}

// Ply returns the number of plies played.
func (p *Position) Ply() int { return len(p.turns) }

// Turn returns the colour that moves next: White on the empty board. After the
// end of a game it still alternates.
func (p *Position) Turn() Color { return Color(len(p.turns) & 1) }

// Width returns the columns of the bounding box, 0 on the empty board.
func (p *Position) Width() int { return p.width }

// Height returns the rows of the bounding box, 0 on the empty board.
func (p *Position) Height() int { return p.height }

// Tiles returns the number of tiles on the board.
func (p *Position) Tiles() int { return len(p.placed) }

// Forced returns how many tiles forced play added in the last turn, 0 on the
// empty board.
func (p *Position) Forced() int {
	if len(p.turns) == 0 {
		return 0
	}
	return len(p.placed) - int(p.turns[len(p.turns)-1].placed) - 1
}

// First returns the cell of the first tile, where A1 is the top left cell of the
// bounding box as it is now: the board grows around it. On the empty board it is
// the zero Cell.
func (p *Position) First() Cell {
	if len(p.placed) == 0 {
		return Cell{}
	}
	return p.cell(p.placed[0].cell)
}

// At returns the tile at c, where A1 is the top left cell of the bounding box
// as it is now. Outside the box it is Empty.
func (p *Position) At(c Cell) Tile {
	if c.Col < 1 || c.Row < 1 || c.Col > p.width || c.Row > p.height {
		return Empty
	}
	return p.grid.squares[p.grid.index(p.base, c.Col, c.Row)].tile()
}

// Placement is a tile put on the board by a turn.
type Placement struct {
	Cell   Cell // relative to the box after the turn, A1 its top left cell
	Tile   Tile
	Forced bool // placed by forced play, not written
}

// AppendPlaced appends the tiles of the last turn to dst: the written tile,
// then the forced ones in the order in which they became forced.
func (p *Position) AppendPlaced(dst []Placement) []Placement {
	if len(p.turns) == 0 {
		return dst
	}
	first := p.turns[len(p.turns)-1].placed
	for i, t := range p.placed[first:] {
		dst = append(dst, Placement{p.cell(t.cell), p.grid.squares[t.cell].tile(), i > 0})
	}
	return dst
}

// AppendTiles appends every tile on the board to dst in reading order: row by
// row, in a row by column. Its time depends on the tiles, not on the box.
func (p *Position) AppendTiles(dst []Placement) []Placement {
	first := len(dst)
	ply := 0
	for i, t := range p.placed {
		written := ply < len(p.turns) && int(p.turns[ply].placed) == i
		if written {
			ply++
		}
		dst = append(dst, Placement{p.cell(t.cell), p.grid.squares[t.cell].tile(), !written})
	}
	slices.SortFunc(dst[first:], func(a, b Placement) int {
		return cmp.Or(a.Cell.Row-b.Cell.Row, a.Cell.Col-b.Cell.Col)
	})
	return dst
}

// cell returns the coordinates of grid cell c relative to the box.
func (p *Position) cell(c uint32) Cell {
	col, row := p.grid.offset(p.base, c)
	return Cell{col, row}
}

// PlayText plays the move written in strict notation. Its error is as for
// [Position.Play].
func (p *Position) PlayText(s string) error {
	m, err := ParseMove(s)
	if err != nil {
		return err
	}
	return p.Play(m)
}

// MaxTiles bounds the tiles of a position. They fit into half a gigabyte of memory, and no real game
// comes near; but a diagonal of a few thousand written tiles can force millions.
const MaxTiles = 1 << 20

// ErrTooLarge is the error of a move that would bring the board above [MaxTiles].
var ErrTooLarge = fmt.Errorf("the board would have more than %d tiles, the limit", MaxTiles)

// Play plays m and the forced tiles that follow from it. Its error is an
// [*IllegalError], or wraps [ErrTooLarge]; the position is then unchanged. A legal move allocates
// nothing unless the board or its history outgrows its memory.
func (p *Position) Play(m Move) error {
	reason, err := p.PlayReason(m)
	if reason != "" {
		return p.illegal(m, reason)
	}
	return err
}

// PlayReason is Play without the text of an error, which takes longer than the move. It returns the
// reason of an illegal move, or "". Its error wraps [ErrTooLarge].
func (p *Position) PlayReason(m Move) (Reason, error) {
	t, reason := p.fit(m)
	if reason != "" {
		return reason, nil
	}
	p.contradictionAt = contradictionAt{}
	switch {
	case p.play(m.Cell.Col, m.Cell.Row, t):
		return "", nil
	case p.contradictionAt == contradictionAt{}:
		return "", fmt.Errorf(`"%s": %w`, m, ErrTooLarge)
	}
	return ForcedPlay, nil
}

// IsLegal reports whether m may be played.
func (p *Position) IsLegal(m Move) bool {
	t, reason := p.fit(m)
	if reason != "" {
		return false
	}
	if len(p.turns) > 0 && p.grid.parts == nil { // otherwise the try may allocate cells
		p.makeRoom(1)
		if legal, known := p.survives(p.grid.index(p.base, m.Cell.Col, m.Cell.Row), t, fewCells); known {
			return legal
		}
	}
	p.begin()
	legal := p.playForced(p.extend(m.Cell.Col, m.Cell.Row), t)
	p.takeBack()
	return legal
}

// fit returns the tile that m writes, or the reason why it writes none.
func (p *Position) fit(m Move) (Tile, Reason) {
	t := tileOf(m.Shape)
	col, row := m.Cell.Col, m.Cell.Row
	switch {
	case t == Empty:
		return Empty, Syntax
	case p.completed != 0:
		return Empty, GameOver
	case len(p.turns) == 0:
		if m.Shape == Backslash || col != 0 || row != 0 {
			return Empty, FirstMove
		}
		return t, ""
	case col < 0 || row < 0 || col > p.width+1 || row > p.height+1:
		return Empty, OffBoard
	}
	sq := p.grid.squares[p.grid.index(p.base, col, row)]
	switch fitting := written[sq.in()][shapeNumber(m.Shape)]; {
	case !sq.empty():
		return Empty, Occupied
	case sq.in() == 0:
		return Empty, Isolated
	case fitting == Empty:
		return Empty, Colour
	default:
		return fitting, ""
	}
}

// play writes tile t at a cell where it fits, then runs forced play. At a
// contradiction it returns false and restores the position.
func (p *Position) play(col, row int, t Tile) bool {
	first := len(p.placed)
	p.begin()
	c := p.extend(col, row)
	if len(p.placed) >= MaxTiles || !p.playForced(c, t) {
		p.takeBack()
		return false
	}
	p.updateOutcome(first)
	return true
}

// begin saves the state before a turn for takeBack.
func (p *Position) begin() {
	p.scanned = false
	p.turns = append(p.turns,
		turn{int32(len(p.placed)), int32(len(p.touched)), p.base, int32(p.width), int32(p.height)})
}

// extend grows the bounding box to hold the cell with the given coordinates
// and returns the cell.
func (p *Position) extend(col, row int) uint32 {
	width, height := p.width, p.height
	if col == 0 || col > width {
		width++
	}
	if row == 0 || row > height {
		height++
	}
	if !p.grid.holds(width, height) {
		p.reserve(width, height)
	}
	c := p.grid.index(p.base, col, row)
	if col == 0 {
		p.base.x--
	}
	if row == 0 {
		p.base.y--
	}
	p.width, p.height = width, height
	return c
}

// Undo takes the last turn back, including forced tiles, even after the end of
// the game. It returns false on the empty board.
func (p *Position) Undo() bool {
	if len(p.turns) == 0 {
		return false
	}
	p.takeBack()
	return true
}

// takeBack removes the tiles of the last turn, finished or not.
func (p *Position) takeBack() {
	last := p.turns[len(p.turns)-1]
	p.turns = p.turns[:len(p.turns)-1]
	for i := len(p.placed) - 1; i >= int(last.placed); i-- {
		p.remove(p.placed[i].cell)
	}
	p.placed = p.placed[:last.placed]
	p.touched = p.touched[:last.touched]
	p.base, p.width, p.height = last.base, int(last.width), int(last.height)
	p.completed = 0
	p.scanned = false
	p.filledPrefix.undone(int(last.placed))
}

// illegal explains why m is illegal for the given reason.
func (p *Position) illegal(m Move, r Reason) error {
	e := &IllegalError{Reason: r, Move: m.String(), Cell: m.Cell}
	defer func() { e.Detail = e.said.String() }()
	switch r {
	case Syntax:
		e.said = sentencef(`invalid shape; write + / or \`)
	case GameOver:
		e.said = sentencef("the game is over: %s", p.Outcome())
	case FirstMove:
		e.said = sentencef("the first tile must be @0+ or @0/")
	case OffBoard:
		e.said = sentencef("%s is off the board, which reaches from @0 to %s",
			m.Cell, Cell{p.width + 1, p.height + 1})
	case Occupied:
		e.said = p.occupied(m.Cell)
	case Isolated:
		e.said = sentencef("%s touches no tile", m.Cell)
	case Colour:
		e.said = sentencef("neither side of %s fits the edges at %s: %s", string(m.Shape),
			m.Cell, pattern(p.grid.squares[p.grid.index(p.base, m.Cell.Col, m.Cell.Row)].in()))
	case ForcedPlay:
		e.Cell = p.cell(p.contradictionAt.cell)
		e.said = sentencef("forced play at %s meets %s", e.Cell, contradicting(p.contradictionAt.in))
	}
	return e
}

// occupied names the tile at c and the ply that placed it. A forced tile is never sent, so a player
// that derives none may play on it.
func (p *Position) occupied(c Cell) sentence {
	at := p.grid.index(p.base, c.Col, c.Row)
	ply := len(p.turns)
	for i := len(p.placed) - 1; i >= 0; i-- {
		for int(p.turns[ply-1].placed) > i {
			ply--
		}
		if p.placed[i].cell != at {
			continue
		}
		if i == int(p.turns[ply-1].placed) {
			return sentencef("%s is occupied by %s since ply %d", c, p.At(c), ply)
		}
		return sentencef("%s is occupied by %s, which ply %d forced", c, p.At(c), ply)
	}
	return sentencef("%s is occupied by %s", c, p.At(c))
}
