package gametext

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
)

// boardspace is a game in the form that boardspace.net saves: players, a start, and an order and
// "Done" by turns. A rotation and a tile that was taken back are of the same move; variations and
// what follows a resignation don't count.
const boardspace = `(
;
GM[Trax]
VV[1]
SU[trax]
P0[id "dave \[bs\]"]
P1[id "guest"]
;
P0[0 Start P0]
; P0[1 dropb 4 @ 0 /]
; P0[2 Rotateb 0 A 1 +]
; P0[3 Done]
TM[3013]
; P1[4 Pick 3]
; P1[5 dropb 0 A 0 +]
; P1[6 Pickb A 0]
; P1[7 Dropb 3 A 2 \\]
; P1[8 Done]
(; P0[9 Move B 1 /]
; P0[10 Done]
; P1[11 Dropb 2 A 0]
; P1[12 Resign]
; P0[13 Dropb 2 A 0 /]
)(; P0[9 Move B 1 +]))
`

func TestSGF(t *testing.T) {
	require.True(t, IsSGF([]byte(boardspace)))
	g, err := Parse([]byte(boardspace))
	require.NoError(t, err)
	require.Equal(t, []string{"@0+", `A2\`, "B1/", "A0/"}, g.Moves)
	require.Equal(t, [2]string{"dave [bs]", "guest"}, g.Players)
	require.Equal(t, []int{11, 17, 19, 21}, g.Lines)
}

// Files that are cut, of another game or without sense are refused with their line.
func TestBadSGF(t *testing.T) {
	for text, want := range map[string]string{
		"(;GM[Trax]\n;P0[1 dropb 4 @ 0":                "line 2: SGF breaks off: a ] is missing",
		"(;GM[Trax]\n;P0[1 dropb 4 @ 0 /]":             "line 2: SGF breaks off: the last ) is missing",
		"(;SU[hex];P0[1 dropb 4 @ 0 /])":               `line 1: SGF of a game of "hex", not of Trax`,
		"(;GM[1]FF[4];B[aa];W[bb])":                    "line 1: SGF without a move of boardspace.net's Trax",
		"(;GM[Trax]\n\n;P0[1 dropb 4 @ zero /])":       `line 3: "1 dropb 4 @ zero /": `,
		"(;GM[Trax];P0[1 dropb 4])":                    "want a column and a row",
		"(;[x])":                                       "SGF has a value without a name",
		"(;GM)":                                        "SGF's property GM has no value",
		"(;" + strings.Repeat("(;", 2000) + "P0[1 x])": "SGF has more than 1000 variations in each other",
	} {
		_, err := Parse([]byte(text))
		require.ErrorContains(t, err, want, text)
	}
}

// Moves are found in what people paste.
func TestPasted(t *testing.T) {
	want := []string{"@0/", `A2\`, "B1+"}
	for _, text := range []string{
		"@0/ A2\\ B1+",
		"@0/, A2\\, B1+.",
		"1. @0/ A2\\ 2. B1+",
		"1.@0/ 2.A2\\ 3.B1+",
		"Look at this game: 1) @0/ (a good start), 2) A2\\ and then B1+!",
		"ply 1 white @0/\nply 2 red A2\\\nply 3 white B1+", // as a page copies it
		"white: @0/\r\nred: A2\\\r\nwhite: B1+\r\n1-0",
		"先手 @0/、後手 A2\\、先手 B1+。",
		"Played on 2024/11/26, dave@example.com vs guest, https://example.com/game/17\n@0/ A2\\ B1+",
	} {
		g, err := Parse([]byte(text))
		require.NoError(t, err, text)
		require.Equal(t, want, g.Moves, text)
	}
	for _, text := range []string{"LoopTrax\na vs b\n@0/", "8x8 Trax\n@0/ A2\\"} {
		_, err := Parse([]byte(text))
		require.ErrorContains(t, err, "only Trax itself is known here")
	}
	for text, bad := range map[string]string{
		"first @0/ then a2\\ then B1+": "a2\\", // lower case is no move
		"@0/ A2 B1+":                   "A2",
	} {
		g, err := Parse([]byte(text))
		if err != nil {
			continue // told before the moves
		}
		require.Contains(t, g.Moves, bad, text)
	}
}

// Of prose with a word that is nearly a move that word is named, not the first of the prose.
func TestNearlyMoves(t *testing.T) {
	for text, want := range map[string]string{
		"Look at this:\n1. @0/ 2. A2 3. B1+":    `line 2: "A2" is not a move`,
		"Look: 1. @0/\n2. a2/":                  `line 2: "a2/" is not a move`,
		"It began with @ and that was all: @0/": `line 1: "@" is not a move`,
	} {
		_, err := Parse([]byte(text))
		require.ErrorContains(t, err, want)
	}
	g, err := Parse([]byte("@0/ A2 B1+")) // a plain list: whoever plays it says which is illegal
	require.NoError(t, err)
	require.Equal(t, []string{"@0/", "A2", "B1+"}, g.Moves)
}

// FuzzSGF: no text panics, hangs, or gives something else than moves.
func FuzzSGF(f *testing.F) {
	f.Add([]byte(boardspace))
	f.Add([]byte("(;P0[1 dropb 4 @ 0 \\\\])"))
	f.Fuzz(func(t *testing.T, text []byte) {
		g, err := readSGF(text)
		if err != nil {
			return
		}
		for _, m := range g.moves {
			_, err := trax.ParseMove(m)
			require.NoError(t, err)
		}
		require.Len(t, g.lines, len(g.moves))
	})
}
