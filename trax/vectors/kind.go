package vectors

import (
	"context"
	"encoding/json"
	"io"
	"sync"

	"github.com/loopline/loopline/vectors"
)

// The kinds.
const (
	// Turn: a position, a move, and all that follows from it.
	Turn vectors.Kind = "turn"
	// Moves: a position and its legal moves.
	Moves vectors.Kind = "moves"
	// Notation: a text and the move it is, if it is one.
	Notation vectors.Kind = "notation"
	// Protocol: the lines of a game on the wire and how it ends.
	Protocol vectors.Kind = "protocol"
	// UART: levels of a serial line and the bytes they are.
	UART vectors.Kind = "uart"
)

// Set returns the kinds of vectors of Trax. It is made once and never changes.
func Set() *vectors.Set { return set() }

var set = sync.OnceValue(func() *vectors.Set {
	return &vectors.Set{
		Kinds: []vectors.Definition{turnKind(), movesKind(), notationKind(), protocolKind(), uartKind()},
		Words: words,
		Codes: []vectors.Codes{{Name: "STATUS", Description: "Statuses", Width: turnStatus.Width, Names: statusNames()}},
		Grid:  Board{Columns: 32, Rows: 32}, ValidateGrid: validateGrid,
		Rules: vectors.Rules{
			Unordered: []string{"forced", "completed", "legal", "forced_illegal", "full"},
			Instead:   boardFull,
		},
		Draw: AppendMismatch,
	}
})

func turnKind() vectors.Definition {
	return vectors.Definition{
		Kind: Turn, Heading: "a turn in which", Named: true, Bins: catalogue.classes,
		Columns: "id,moves,move,status,full,written,forced,width,height,tiles,winner,reason,completed," +
			"back_width,back_height,back_tiles,back_crc,classes",
		NewGenerator: func(o *vectors.Options) vectors.Generator { return &directedGenerator{o: o, g: newGame(o.Grid)} },
		NewOracle:    func(b Board) func(json.RawMessage) (vectors.Item, error) { return NewOracle(Turn, b).answer },
		BinsOf:       func(v vectors.Item) vectors.BinSet { return v.(*turn).classes },
	}
}

func movesKind() vectors.Definition {
	return filled(vectors.Definition{
		Kind: Moves, Heading: "a position: moves", Columns: "id,moves,legal,forced_illegal,full",
	}, movesBins(), func(o *vectors.Options) vectors.Generator { return &movesGenerator{o: o, g: newGame(o.Grid)} })
}

func notationKind() vectors.Definition {
	return filled(vectors.Definition{
		Kind: Notation, Heading: "a text: notation", Columns: "id,hex,status,col,row,shape",
	}, notationBins(), func(o *vectors.Options) vectors.Generator { return &notationGenerator{o: o} })
}

func protocolKind() vectors.Definition {
	return filled(vectors.Definition{
		Kind: Protocol, Heading: "a game on the wires: protocol", Columns: "id,events,winner,reason,foul,plies,moves",
	}, protocolBins(), func(o *vectors.Options) vectors.Generator { return &protocolGenerator{o: o, g: newGame(o.Grid)} })
}

func uartKind() vectors.Definition {
	return filled(vectors.Definition{
		Kind: UART, Heading: "a serial line: uart", Columns: "id,direction,divider,runs,hex,errors",
	}, uartBins(), func(o *vectors.Options) vectors.Generator { return &uartGenerator{o: o} })
}

// filled completes the definition of a kind whose bins do not stand in
// files: they are read off a vector's question and answer, and random vectors
// meet them.
func filled(
	d vectors.Definition, classes []kindBin, maker func(*vectors.Options) vectors.Generator,
) vectors.Definition {
	for _, c := range classes {
		d.Bins = append(d.Bins, c.Bin)
	}
	d.NewOracle = func(b Board) func(json.RawMessage) (vectors.Item, error) { return NewOracle(d.Kind, b).answer }
	d.BinsOf = func(v vectors.Item) (s vectors.BinSet) {
		for i, c := range classes {
			if c.has(v) {
				s.Add(i)
			}
		}
		return s
	}
	known := d
	d.NewGenerator = func(o *vectors.Options) vectors.Generator { return vectors.FillGoals(maker(o), &known, o) }
	return d
}

// boardFull is the rule for a turn that the finite board has no room for: it
// may be answered as if it had, or by {"status":"board-full"} alone.
func boardFull(want, answer map[string]any) bool {
	if want["full"] != true {
		return false
	}
	delete(want, "full")
	return answer["status"] == BoardFull.String()
}

// What callers of these kinds need of package vectors.
type (
	// Kind is the name of a kind.
	Kind = vectors.Kind
	// Encoding is the format of a vector file.
	Encoding = vectors.Encoding
	// Board is the size of a finite board, stored as a torus as hardware
	// does. It keeps one column (row) free on both sides of the box, or cells
	// beyond the left side and beyond the right side would be the same ones.
	Board = vectors.GridSize
	// Header is the first line of a file.
	Header = vectors.Header
	// Options say which vectors Generate makes.
	Options = vectors.Options
	// Vector is one vector as it is in a file.
	Vector = vectors.Vector
	// Difference is a field of an answer that is not as it should be.
	Difference = vectors.Difference
	// Coverage is functional coverage: the hit count of each bin.
	Coverage = vectors.Coverage
	// Mismatch is the first answer that differs.
	Mismatch = vectors.Mismatch
)

// The encodings, and the longest line of a file in bytes.
const (
	JSONL   = vectors.JSONL
	Hex     = vectors.Hex
	CSV     = vectors.CSV
	MaxLine = vectors.MaxLine
)

// Generate writes a file of vectors; see [vectors.Generate].
func Generate(ctx context.Context, w io.WriteSeeker, o Options) (Header, error) {
	return vectors.Generate(ctx, w, Set(), o)
}

// Read reads a file of vectors; see [vectors.Read].
func Read(r io.Reader, name string, each func(Vector) error) (Header, error) {
	return vectors.Read(r, name, Set(), each)
}

// Compare checks a response against the vector's want; see [vectors.Rules]. A turn
// that the finite board has no room for may be answered as if it had, or by
// {"status":"board-full"} alone.
func Compare(want, answer json.RawMessage) ([]Difference, error) {
	return Set().Rules.Compare(want, answer)
}

// ParseBoard reads the size of a board, such as "32x32".
func ParseBoard(s string) (Board, error) { return Set().ParseGridSize(s) }
