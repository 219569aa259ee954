package trax_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/loopline/loopline/trax"
)

func TestParseGame(t *testing.T) {
	moves := []string{"@0/", `A2\`, `B1\`}
	for name, text := range map[string]string{
		"trx":                "Trax\nann vs bob\n@0/ A2\\ B1\\\n",
		"no headers":         "@0/ A2\\\nB1\\",
		"numbered":           "Trax\nann vs bob\n1. @0/ 2. A2\\\n3. B1\\\n",
		"numbered, bare":     "1 @0/\n2 A2\\\n3 B1\\\n",
		"numbered, attached": "1.@0/ 2)A2\\ 3:B1\\",
		"comments":           "; a game\nTrax ; the game\nann vs bob\n@0/ ; first\n; A9+\nA2\\ B1\\ ; red wins",
		"CR LF":              "Trax\r\nann vs bob\r\n@0/ A2\\\r\nB1\\\r\n",
		"CR":                 "Trax\rann vs bob\r@0/\rA2\\ B1\\",
		"byte order mark":    "\xef\xbb\xbfTrax\nann vs bob\n@0/ A2\\ B1\\",
		"players only":       "ann vs bob\n\n@0/ A2\\ B1\\",
		"tabs":               "@0/\tA2\\\t\tB1\\",
	} {
		g, err := ParseTrxFile([]byte(text))
		require.NoError(t, err, name)
		require.Equal(t, moves, g.Moves, name)
		require.Len(t, g.Lines, len(moves), name)
		if strings.Contains(text, "vs") {
			require.Equal(t, []string{"ann", "bob"}, []string{g.White, g.Red}, name)
		}
	}
}

func TestParseGameLines(t *testing.T) {
	g, err := ParseTrxFile([]byte("Trax\na vs b\n@0/ A2\\\n\n; x\nB1\\\n"))
	require.NoError(t, err)
	require.Equal(t, []int{3, 3, 6}, g.Lines)
}

// TestParseGameKeepsBadMoves: whether a word is a move is for the rules to
// say, so that the error can name the ply.
func TestParseGameKeepsBadMoves(t *testing.T) {
	g, err := ParseTrxFile([]byte("Trax\na vs b\n@0/ a2 2x 1-0\n"))
	require.NoError(t, err)
	require.Equal(t, []string{"@0/", "a2", "2x", "1-0"}, g.Moves)
}

func TestParseGameRefuses(t *testing.T) {
	_, err := ParseTrxFile([]byte("8x8 Trax\na vs b\n@0/"))
	require.EqualError(t, err, `line 1: this is a game of "8x8 Trax"; only Trax itself is known here`)
	_, err = ParseTrxFile([]byte("@0/\nA2\\\n\x00\x01"))
	require.EqualError(t, err, "line 3: not a text file: it holds a NUL byte")
}

func TestGameRoundTrip(t *testing.T) {
	g := TrxFile{Variant: "Trax", White: "an; n", Red: "bob\n", Moves: strings.Fields(strings.Repeat("@0/ A2\\ ", 13))}
	again, err := ParseTrxFile(AppendTrxFile(nil, g))
	require.NoError(t, err)
	require.Equal(t, g.Moves, again.Moves)
	require.Equal(t, "an n", again.White)
	require.Equal(t, "bob", again.Red)
}

func FuzzParseGame(f *testing.F) {
	f.Add([]byte("Trax\nann vs bob\n1. @0/ 2. A2\\\n"))
	f.Add([]byte("8x8 Trax\n"))
	f.Add([]byte("; only\r\n@0/ ;\r A2\\"))
	f.Add([]byte("\xef\xbb\xbf vs \n1\n2)"))
	f.Fuzz(func(t *testing.T, text []byte) {
		g, err := ParseTrxFile(text)
		if err != nil {
			return
		}
		require.Len(t, g.Lines, len(g.Moves))
		p := NewPosition()
		for _, m := range g.Moves {
			if p.PlayText(m) != nil {
				break
			}
		}
	})
}
