package gametext

import (
	"fmt"

	"github.com/loopline/loopline/trax"
)

// Reasons returns the formats of the details of Parse's errors, and of the reasons in them, for
// translation.
func Reasons() []string {
	return []string{
		"not a text file: it holds a NUL byte",
		"this is a game of %q; only Trax itself is known here",
		"%.40q is not a move: a column, a row and a shape (/ \\ +), such as @0/ or B12+",
		"SGF of a game of %.40q, not of Trax",
		"SGF without a move of boardspace.net's Trax, such as P0[1 dropb 4 @ 0 /]",
		"SGF has more than %d variations in each other",
		"SGF has a value without a name",
		"SGF's property %.20s has no value",
		"SGF breaks off: the last ) is missing",
		"SGF breaks off: a ] is missing",
		"want a column and a row",
		"%.60q: %s",
		"%s: %s",
		"%s (%d bytes, cut here)",
		"a move begins with its column, @ or capitals A to Z",
		"a decimal row follows the column",
		"the row has a leading zero",
		"the row is followed by its shape, + / or \\",
		"nothing may follow the shape",
	}
}

// refusal is a reason to refuse a text, as a format and its parts.
type refusal struct {
	format string
	parts  []any
}

func refusedf(format string, parts ...any) *refusal { return &refusal{format, parts} }

// Error implements error.
func (r *refusal) Error() string { return fmt.Sprintf(r.format, r.parts...) }

// Parts returns the reason as a format and its parts, for translation.
func (r *refusal) Parts() (format string, parts []any) { return r.format, r.parts }

// at returns the reason as the error of a line.
func (r *refusal) at(line int) error { return trax.FormatErrorf(line, r.format, r.parts...) }
