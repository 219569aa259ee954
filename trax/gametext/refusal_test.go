package gametext

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
)

// Reasons has the format of every reason, of those in it too, and no other.
func TestReasons(t *testing.T) {
	found := map[string]bool{}
	var look func(v any)
	look = func(v any) {
		p, ok := v.(interface{ Parts() (string, []any) })
		if !ok {
			return
		}
		format, parts := p.Parts()
		if format != "line %d: %s" {
			found[format] = true
			require.Contains(t, Reasons(), format)
		}
		for _, part := range parts {
			look(part)
		}
	}
	for _, text := range []string{
		"a\x00b", "LoopTrax\na vs b\n@0/", "Look: 1. @0/\n2. a2/",
		"(;SU[chess])", "(;GM[Trax])", strings.Repeat("(;", 2000), "(;[x])", "(;GM)", "(;GM[x", "(;GM[Trax]",
		"(;P0[1 dropb 4 @])", "(;P0[1 dropb 4 1 0 /])", "(;P0[1 dropb 4 A x /])", "(;P0[1 dropb 4 A 01 /])", "(;P0[1 dropb 9 A 1])",
		"(;P0[1 dropb 4 A 1 //])", "(;P0[1 dropb 4 " + strings.Repeat("A", 50) + " 1 //])",
	} {
		_, err := Parse([]byte(text))
		require.Error(t, err, text)
		wrong, ok := errors.AsType[*trax.FormatError](err)
		require.True(t, ok, text)
		_, parts := wrong.Parts()
		require.Implements(t, (*interface{ Parts() (string, []any) })(nil), parts[1], text)
		look(err)
	}
	for _, format := range Reasons() {
		require.True(t, found[format], format)
	}
	require.False(t, slices.Contains(Reasons(), NoMoves)) // the page has a sentence of its own
}
