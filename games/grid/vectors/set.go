package vectors

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/loopline/loopline/games/grid"
	"github.com/loopline/loopline/vectors"
)

// Flood is the kind: walls, and the cells that they enclose.
const Flood vectors.Kind = "flood"

// The bounds of a field's sides.
const (
	MinSide = 3
	MaxSide = 24
)

// NewSet makes the kinds of vectors of a game, whose flood goes to those
// neighbours, on fields of a size unless another is asked for.
func NewSet(game string, n grid.Neighbours, board vectors.GridSize) *vectors.Set {
	return &vectors.Set{
		Game: game, Kinds: []vectors.Definition{floodKind(n)}, Words: words, Grid: board,
		ValidateGrid: func(b vectors.GridSize) error {
			if b.Columns < MinSide || b.Columns > MaxSide || b.Rows < MinSide || b.Rows > MaxSide {
				return fmt.Errorf("board %s: the fields of the vectors are %dx%d to %dx%d", b, MinSide, MinSide, MaxSide, MaxSide)
			}
			return nil
		},
	}
}

func floodKind(n grid.Neighbours) vectors.Definition {
	d := vectors.Definition{
		Kind: Flood, Heading: "a field", Columns: "id,neighbours,walls,inside",
		NewOracle: func(b vectors.GridSize) func(json.RawMessage) (vectors.Item, error) {
			return func(ask json.RawMessage) (vectors.Item, error) {
				walls, err := ParseAsk(ask, b, n)
				if err != nil {
					return nil, err
				}
				return newFlood(walls, b.Columns, n), nil
			}
		},
		BinsOf: func(v vectors.Item) vectors.BinSet { return binsOf(v.(*flood)) },
	}
	for _, c := range bins() {
		d.Bins = append(d.Bins, c.Bin)
	}
	known := d
	d.NewGenerator = func(o *vectors.Options) vectors.Generator { return vectors.FillGoals(&generator{o, n}, &known, o) }
	return d
}

// ParseAsk reads what a vector asks about a field of a size: the walls.
func ParseAsk(ask json.RawMessage, b vectors.GridSize, n grid.Neighbours) (grid.Bitboard, error) {
	var q struct {
		Neighbours grid.Neighbours
		Walls      string
	}
	if err := json.Unmarshal(ask, &q); err != nil {
		return nil, fmt.Errorf("%.80q: invalid question about a field: %w", ask, err)
	}
	if q.Neighbours != n {
		return nil, fmt.Errorf("the question is about %d neighbours, the game has %d", q.Neighbours, n)
	}
	rows := strings.Split(q.Walls, "/")
	if len(rows) != b.Rows {
		return nil, fmt.Errorf("the walls have %d rows, not %d", len(rows), b.Rows)
	}
	walls := grid.NewBitboard(b.Rows)
	for y, row := range rows {
		if len(row) != b.Columns || strings.Trim(row, ".#") != "" {
			return nil, fmt.Errorf("row %d of the walls is %.80q; one is %d of . and #", y+1, row, b.Columns)
		}
		for x, c := range row {
			if c == '#' {
				walls.Set(x, y)
			}
		}
	}
	return walls, nil
}

// AppendWant appends what is enclosed, in the form of a vector's want.
func AppendWant(dst []byte, inside grid.Bitboard, width int) []byte {
	return append(appendBitboard(append(dst, `{"inside":"`...), inside, width), `"}`...)
}

// appendBitboard appends rows of # and ., with slashes between them.
func appendBitboard(dst []byte, p grid.Bitboard, width int) []byte {
	for y := range p {
		if y > 0 {
			dst = append(dst, '/')
		}
		for x := range width {
			c := byte('.')
			if p.Has(x, y) {
				c = '#'
			}
			dst = append(dst, c)
		}
	}
	return dst
}
