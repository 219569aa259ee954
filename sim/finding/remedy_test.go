package finding

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFirstError: the remedy is that of the first error, as the others may follow from it.
func TestFirstError(t *testing.T) {
	const word = "top.v:9:5: syntax error, unexpected type, expecting IDENTIFIER"
	for first, want := range map[string]string{
		"top.v:3:1: syntax error, unexpected module, expecting ':'":     syntaxRemedy,
		"top.v:3:1: syntax error, unexpected assign":                    syntaxRemedy,
		"top.sv:3:1: syntax error, unexpected type":                     syntaxRemedy,
		"top.v:2:5: syntax error, unexpected '(', expecting IDENTIFIER": instanceRemedy,
		"top.v:2:5: Cannot find file containing module: 'pll'":          MissingRemedy,
		"top.v:2:5: Can't find definition of variable: 'x'":             "",
		"top.v:2:5: syntax error, unexpected interface, expecting ';'":  laterRemedy,
	} {
		require.Equal(t, want, RemedyFor(first+"\n"+word, first), first)
	}
}
