package vectors

import (
	"fmt"
	"slices"
	"strings"
)

// Kind is what the vectors of a file are about.
type Kind string

// The kinds.
const (
	// Turn: a position, a move, and all that follows from it.
	Turn Kind = "turn"
	// Moves: a position and its legal moves.
	Moves Kind = "moves"
	// Notation: a text and the move it is, if it is one.
	Notation Kind = "notation"
	// Protocol: the lines of a game on the wire and how it ends.
	Protocol Kind = "protocol"
	// UART: levels of a serial line and the bytes they are.
	UART Kind = "uart"
)

// Kinds returns all kinds.
func Kinds() []Kind { return []Kind{Turn, Moves, Notation, Protocol, UART} }

// ParseKind returns the kind with the given name.
func ParseKind(s string) (Kind, error) {
	if k := Kind(s); slices.Contains(Kinds(), k) {
		return k, nil
	}
	var names []string
	for _, k := range Kinds() {
		names = append(names, string(k))
	}
	return "", fmt.Errorf("there is no kind %.40q of vectors, only %s", s, strings.Join(names, ", "))
}
