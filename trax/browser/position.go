package browser

import (
	"slices"
	"strings"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/svg"
)

// Position is a position as a page shows it. Places are in units of its picture.
type Position struct {
	Picture string   `json:"picture"` // a whole SVG document
	Cell    int      `json:"cell"`    // the edge of a cell
	Ply     int      `json:"ply"`
	Seat    int      `json:"seat"` // that moves next: 0 is white
	Over    bool     `json:"over,omitempty"`
	Winner  int      `json:"winner"` // the seat, where it is over
	Reason  string   `json:"reason,omitempty"`
	Fresh   [][2]int `json:"fresh,omitempty"` // the corners of the last turn's tiles, the written one first
	Choices []Choice `json:"choices,omitempty"`
	Arrows  []Arrow  `json:"arrows,omitempty"`
}

// Choice is a cell on which something may be played.
type Choice struct {
	Name    string   `json:"name"`
	X       int      `json:"x"`
	Y       int      `json:"y"`
	Options []Option `json:"options"`
}

// Option is a legal move.
type Option struct {
	Answer string   `json:"answer"`
	Key    string   `json:"key"`
	Draw   []string `json:"draw"` // its tile and those that it forces, as elements of the picture
}

// Arrow leads through the middles of cells.
type Arrow struct {
	Kind   string   `json:"kind"` // forced, threat (against the side to move) or win (of that side)
	Seat   int      `json:"seat"` // whose it is
	Move   string   `json:"move,omitempty"`
	Points [][2]int `json:"points"`
}

// maxThreats limits how many threats are drawn: more of them hide the board.
const maxThreats = 4

// newPosition describes a position, and leaves it as it was. The error is of a board that is too
// large for a picture.
func newPosition(p *trax.Position) (*Position, error) {
	var picture strings.Builder
	if err := svg.Position(&picture, p, svg.Options{}); err != nil {
		return nil, err
	}
	o := p.Outcome()
	all := &Position{
		Picture: picture.String(), Cell: svg.Cell, Ply: p.Ply(), Seat: int(p.Turn()),
		Over: o.Over, Winner: int(o.Winner), Reason: o.Reason(),
	}
	placed := p.AppendPlaced(nil)
	for _, t := range placed {
		x, y := svg.Corner(t.Cell)
		all.Fresh = append(all.Fresh, [2]int{x, y})
	}
	all.Arrows = forcedArrows(placed, int(p.Turn().Other()))
	if o.Over {
		return all, nil
	}
	for _, m := range p.AppendMoves(nil) {
		tiles, err := svg.Turn(p, m)
		if err != nil {
			return nil, err
		}
		x, y := svg.Corner(m.Cell)
		if n := len(all.Choices); n == 0 || all.Choices[n-1].Name != m.Cell.String() {
			all.Choices = append(all.Choices, Choice{Name: m.Cell.String(), X: x, Y: y})
		}
		c := &all.Choices[len(all.Choices)-1]
		c.Options = append(c.Options, Option{Answer: m.String(), Key: string(m.Shape), Draw: tiles})
	}
	all.Arrows = append(all.Arrows, threatArrows(p)...)
	return all, nil
}

// middle returns the middle of a cell.
func middle(c trax.Cell) [2]int {
	x, y := svg.Corner(c)
	return [2]int{x + svg.Cell/2, y + svg.Cell/2}
}

// forcedArrows lead to each forced tile of a turn from the tile of the turn that lies beside it
// and was there before.
func forcedArrows(placed []trax.Placement, seat int) (all []Arrow) {
	for i, t := range placed {
		for k := i - 1; t.Forced && k >= 0; k-- {
			from := placed[k].Cell
			if d := abs(from.Col-t.Cell.Col) + abs(from.Row-t.Cell.Row); d == 1 {
				all = append(all, Arrow{Kind: "forced", Seat: seat, Points: [][2]int{middle(from), middle(t.Cell)}})
				break
			}
		}
	}
	return all
}

func abs(n int) int { return max(n, -n) }

// threatArrows follow the loops and lines by which the side to move wins at once, or the other
// would if it were to move, up to the tile that would complete them.
func threatArrows(p *trax.Position) (all []Arrow) {
	threats, win, won := p.Tactics().Threats(nil)
	mover := p.Turn()
	if won {
		return winArrows(p, win, Arrow{Kind: "win", Seat: int(mover)})
	}
	for _, t := range threats[:min(len(threats), maxThreats)] {
		all = append(all, winArrows(p, t.Move, Arrow{Kind: "threat", Seat: int(mover.Other())})...)
	}
	return all
}

// winArrows follow what a move would complete; like has what the arrows have in common.
func winArrows(p *trax.Position, m trax.Move, like Arrow) (all []Arrow) {
	before := p.First()
	if p.Play(m) != nil {
		return nil
	}
	defer p.Undo()
	after := p.First()
	placed := p.AppendPlaced(nil)
	like.Move = m.String()
	for _, cells := range p.Winning() {
		a := like
		for _, c := range endingAt(cells, placed) {
			a.Points = append(a.Points, middle(trax.Cell{Col: c.Col + before.Col - after.Col, Row: c.Row + before.Row - after.Row}))
		}
		all = append(all, a)
	}
	return all
}

// endingAt turns a loop so that it ends at a tile of the turn, and a line so that it ends nearer to
// it: the written tile, or else a forced one.
func endingAt(cells []trax.Cell, placed []trax.Placement) []trax.Cell {
	at := -1
	for _, t := range placed {
		if at = slices.Index(cells, t.Cell); at >= 0 {
			break
		}
	}
	first, end := cells[0], cells[len(cells)-1]
	if loop := abs(first.Col-end.Col)+abs(first.Row-end.Row) == 1 && len(cells) > 2; loop && at >= 0 {
		return slices.Concat(cells[at+1:], cells[:at+1])
	}
	if at >= 0 && at < len(cells)/2 {
		turned := slices.Clone(cells)
		slices.Reverse(turned)
		return turned
	}
	return cells
}
