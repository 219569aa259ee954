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
		Codes: []vectors.Codes{{Name: "STATUS", Says: "Statuses", Width: turnStatus.Width, Names: statusNames()}},
		Board: Board{Columns: 32, Rows: 32}, CheckBoard: checkBoard,
		Rules: vectors.Rules{
			Unordered: []string{"forced", "completed", "legal", "forced_illegal", "full"},
			Instead:   boardFull,
		},
		Draw: AppendMismatch,
	}
})

func turnKind() vectors.Definition {
	return vectors.Definition{
		Kind: Turn, Heading: "a turn in which", Named: true, Classes: catalogue.classes,
		Columns: "id,moves,move,status,full,written,forced,width,height,tiles,winner,reason,completed," +
			"back_width,back_height,back_tiles,back_crc,classes",
		Maker:     func(o *vectors.Options) vectors.Maker { return &directedMaker{o: o, g: newGame(o.Board)} },
		Oracle:    func(b Board) func(json.RawMessage) (vectors.Item, error) { return NewOracle(Turn, b).answer },
		ClassesOf: func(v vectors.Item) vectors.ClassSet { return v.(*turn).classes },
	}
}

func movesKind() vectors.Definition {
	return filled(vectors.Definition{
		Kind: Moves, Heading: "a position: moves", Columns: "id,moves,legal,forced_illegal,full",
	}, movesClasses(), func(o *vectors.Options) vectors.Maker { return &movesMaker{o: o, g: newGame(o.Board)} })
}

func notationKind() vectors.Definition {
	return filled(vectors.Definition{
		Kind: Notation, Heading: "a text: notation", Columns: "id,hex,status,col,row,shape",
	}, notationClasses(), func(o *vectors.Options) vectors.Maker { return &notationMaker{o: o} })
}

func protocolKind() vectors.Definition {
	return filled(vectors.Definition{
		Kind: Protocol, Heading: "a game on the wires: protocol", Columns: "id,events,winner,reason,foul,plies,moves",
	}, protocolClasses(), func(o *vectors.Options) vectors.Maker { return &protocolMaker{o: o, g: newGame(o.Board)} })
}

func uartKind() vectors.Definition {
	return filled(vectors.Definition{
		Kind: UART, Heading: "a serial line: uart", Columns: "id,direction,divider,runs,hex,errors",
	}, uartClasses(), func(o *vectors.Options) vectors.Maker { return &uartMaker{o: o} })
}

// filled completes the definition of a kind whose classes do not stand in
// files: they are read off a vector's question and answer, and random vectors
// meet them.
func filled(
	d vectors.Definition, classes []kindClass, maker func(*vectors.Options) vectors.Maker,
) vectors.Definition {
	for _, c := range classes {
		d.Classes = append(d.Classes, c.Class)
	}
	d.Oracle = func(b Board) func(json.RawMessage) (vectors.Item, error) { return NewOracle(d.Kind, b).answer }
	d.ClassesOf = func(v vectors.Item) (s vectors.ClassSet) {
		for i, c := range classes {
			if c.has(v) {
				s.Add(i)
			}
		}
		return s
	}
	known := d
	d.Maker = func(o *vectors.Options) vectors.Maker { return vectors.Filled(maker(o), &known, o) }
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
	// Encoding is how a file is written down.
	Encoding = vectors.Encoding
	// Board is the size of a finite board, stored as a torus as hardware
	// does. It keeps one column (row) free on both sides of the box, or cells
	// beyond the left side and beyond the right side would be the same ones.
	Board = vectors.Board
	// Header is the first line of a file.
	Header = vectors.Header
	// Options say which vectors Generate makes.
	Options = vectors.Options
	// Vector is one vector as it stands in a file.
	Vector = vectors.Vector
	// Difference is a field of an answer that is not as it should be.
	Difference = vectors.Difference
	// Coverage counts the vectors of each class.
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

// Compare judges an answer by what a vector wants; see [vectors.Rules]. A turn
// that the finite board has no room for may be answered as if it had, or by
// {"status":"board-full"} alone.
func Compare(want, answer json.RawMessage) ([]Difference, error) {
	return Set().Rules.Compare(want, answer)
}

// ParseBoard reads the size of a board, such as "32x32".
func ParseBoard(s string) (Board, error) { return Set().ParseBoard(s) }
