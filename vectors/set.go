package vectors

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Kind is the name of a kind of vectors, such as turn.
type Kind string

// Set is the kinds of vectors that there are for a game, and how they are
// written. Sets are values that never change; they may be used concurrently.
type Set struct {
	// Game names the game in the commands that headers hold; empty is the game
	// that the command takes when none is named.
	Game string
	// Kinds are the definitions, in the order of their numbers in hex files,
	// which count from 1. The first is the default.
	Kinds []Definition
	Words Words
	Codes []Codes
	// Grid is the size of the finite board that is meant where none is
	// named, and CheckBoard finds sizes that there is no such board of.
	Grid         GridSize
	ValidateGrid func(GridSize) error
	// Rules say when an answer is right that differs from the vector.
	Rules Rules
	// Draw appends the first difference of a file with the given name as text,
	// and names who answered; nil is the question and both answers as JSON.
	Draw func(dst []byte, m *Mismatch, name, who string) []byte
}

// AppendMismatch appends the first difference of a file with the given name for
// people. Who names who answered.
func (s *Set) AppendMismatch(dst []byte, m *Mismatch, name, who string) []byte {
	if s.Draw != nil {
		return s.Draw(dst, m, name, who)
	}
	v := &m.Answer.Vector
	dst = fmt.Appendf(dst, "%s: vector %d: the first difference\nask:    %s\n\n", name, v.ID, v.Ask)
	for _, d := range m.Fields {
		dst = fmt.Appendf(dst, "  %s\n", d)
	}
	if m.Answer.Crash != nil {
		return fmt.Appendf(dst, "  %s\n\nwant:   %s\n", m, v.Want)
	}
	return fmt.Appendf(dst, "\nwant:   %s\n%s: %s\n", v.Want, who, m.Answer.Text)
}

// Codes are names for the numbers that a field may have, from 0.
type Codes struct {
	Name        string // such as STATUS
	Description string
	Width       uint // of the field
	Names       []string
}

// Definition defines a kind of vector.
type Definition struct {
	Kind    Kind
	Columns string // of CSV, the first is id
	Heading string // over the bins, in documents
	Bins    []Bin
	// Named tells that each vector names its bins in the file.
	Named bool

	// NewGenerator returns what makes the vectors of a file; it fills the goals
	// of o for the bins. Each is for one goroutine.
	NewGenerator func(o *Options) Generator
	// NewOracle returns what answers questions about a board: what a model
	// ought to say. The error says that ask isn't a question of the kind. Each
	// is for one goroutine, and what it returns is valid until the next.
	NewOracle func(b GridSize) func(ask json.RawMessage) (Item, error)
	// BinsOf returns the bins of a vector, by their place in Bins.
	BinsOf func(v Item) BinSet
}

// Generator generates the vectors of a kind: directed, then constrained-random stimulus. It is not safe for concurrent use. What it yields
// is valid until yield returns.
type Generator interface {
	// Directed yields the vectors that every file of the kind begins with.
	Directed(ctx context.Context, yield func(Item) bool) error
	// Random yields random vectors of the part with the given number for as
	// long as yield returns true.
	Random(part int, yield func(Item) bool)
}

// Item is one vector of any kind, ready to be written. One with a method
// Position() []byte is asked at a position, and in hex files need not set the
// position of the one before up again.
type Item interface {
	// AppendAsk and AppendWant append the two halves of a vector as JSON
	// objects: what a model is asked, and what it ought to answer.
	AppendAsk(dst []byte) []byte
	AppendWant(dst []byte) []byte
	// AppendHex appends words, each a line. Same tells that the vector
	// before had the same position.
	AppendHex(dst []byte, id int, same bool) []byte
	// AppendCSV appends the fields that the definition's columns name, each
	// behind a comma.
	AppendCSV(dst []byte) []byte
}

// Definition returns the kind with the given name. The error lists those that
// there are.
func (s *Set) Definition(k Kind) (*Definition, error) {
	if i := s.number(k); i > 0 {
		return &s.Kinds[i-1], nil
	}
	var names []string
	for i := range s.Kinds {
		names = append(names, string(s.Kinds[i].Kind))
	}
	return nil, fmt.Errorf("there is no kind %.40q of vectors, only %s", string(k), strings.Join(names, ", "))
}

// number returns the number of a kind in hex files, 0 when there is no such kind.
func (s *Set) number(k Kind) int {
	return slices.IndexFunc(s.Kinds, func(d Definition) bool { return d.Kind == k }) + 1
}
