package trax_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/loopline/loopline/trax"
)

func TestParseMove(t *testing.T) {
	for text, want := range map[string]Cell{
		"@0+": {0, 0}, `A1\`: {1, 1}, "Z26/": {26, 26}, "AA27+": {27, 27}, "AZ0/": {52, 0},
		"BA10+": {53, 10}, "ZZ702/": {702, 702}, "AAA703+": {703, 703}, "@1019/": {0, 1019},
	} {
		m, err := ParseMove(text)
		require.NoError(t, err, text)
		require.Equal(t, want, m.Cell, text)
		require.Equal(t, text, m.String())
	}
}

func TestParseMoveIsStrict(t *testing.T) {
	for _, text := range []string{
		"", "@", "A", "A+", "3+", "+", "a1/", "A1", "A03+", "A00+", "@@1+", "@A1+", "A@1+", "A-1+",
		"A1*", "A1+ ", " A1+", "A1++", "A1|", "Ａ1+", "A1\x00", "\xff1+", "A1+\n",
	} {
		_, err := ParseMove(text)
		var illegal *IllegalError
		require.ErrorAs(t, err, &illegal, "%q", text)
		require.Equal(t, Syntax, illegal.Reason)
		require.Equal(t, text, illegal.Move)
	}
}

// TestFarCoordinates: a coordinate too large for any integer is well formed
// and merely off the board.
func TestFarCoordinates(t *testing.T) {
	p := replay(t, "@0+")
	for _, text := range []string{
		"ZZZZZZZZZZZZZZZZZZZZZZZZ1+", "A99999999999999999999999999+", "A4294967297/", "IV255+",
	} {
		var illegal *IllegalError
		require.ErrorAs(t, p.PlayText(text), &illegal, text)
		require.Equal(t, OffBoard, illegal.Reason, text)
	}
}

// TestLongGarbage: an error about a huge text does not repeat it.
func TestLongGarbage(t *testing.T) {
	err := NewPosition().PlayText(strings.Repeat("x", 1<<20))
	require.Less(t, len(err.Error()), 200)
}

func TestIllegalErrorsExplain(t *testing.T) {
	for _, c := range []struct{ moves, move, want string }{
		{"", "B2/", `"B2/": the first tile must be @0+ or @0/`},
		{"@0+", "D1+", `"D1+": D1 is off the board, which reaches from @0 to B2`},
		{"@0+", "A1/", `"A1/": A1 is occupied by P since ply 1`},
		{"@0+ B1+ @1+", "A1/", `"A1/": A1 is occupied by P since ply 3`},
		{`@0/ A0\ B1\`, "B2+", `"B2+": B2 is occupied by s, which ply 3 forced`},
		{"@0+", "@0/", `"@0/": @0 touches no tile`},
		{`@0+ A2\ A0\ B1\ C2/ @2\`, "A1/", `"A1/": neither side of / fits the edges at A1: white right, red bottom`},
		{`@0/ B1+ C1/ C2\ @1+ A2/ A3/ D3\`, `B3\`, `"B3\": forced play at C2 meets three red edges`},
		{`@0/ A2\ B1\`, "A1+", `"A1+": the game is over: red wins by loop`},
	} {
		p := replay(t, c.moves)
		err := p.PlayText(c.move)
		var illegal *IllegalError
		require.True(t, errors.As(err, &illegal))
		require.Equal(t, c.want, err.Error())
	}
}

func FuzzParseMove(f *testing.F) {
	for _, seed := range []string{"@0+", "A03+", "AAA703\\", "ZZZZZZZZZZ1/", "A99999999999999999999+", "@1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMove(text)
		if err != nil {
			var illegal *IllegalError
			require.ErrorAs(t, err, &illegal)
			return
		}
		if m.Cell.Col < 1<<30 && m.Cell.Row < 1<<30 {
			require.Equal(t, text, m.String())
		}
		p := replay(t, "@0+ B1+")
		if p.PlayText(text) == nil {
			p.Undo()
		}
		require.Equal(t, []string{"PP"}, p.Rows())
	})
}

// TestBeside: columns count to the right, rows downwards.
func TestBeside(t *testing.T) {
	c := Cell{Col: 3, Row: 5}
	require.Equal(t, Cell{Col: 4, Row: 5}, c.Beside(Right))
	require.Equal(t, Cell{Col: 3, Row: 4}, c.Beside(Top))
	require.Equal(t, Cell{Col: 2, Row: 5}, c.Beside(Left))
	require.Equal(t, Cell{Col: 3, Row: 6}, c.Beside(Bottom))
}

// What Japanese keyboards give for a backslash, and characters of full width, are read as what a person means; a
// player's answer is not.
func TestTyped(t *testing.T) {
	for _, text := range []string{"@0/ A2\\ B1+", "@0/ A2¥ B1+", "@0/ A2＼ B1+", "＠０／　Ａ２＼　Ｂ１＋"} {
		require.Equal(t, "@0/ A2\\ B1+", Typed(text))
	}
	_, err := ParseMove("A2¥")
	require.Error(t, err)
}
