package svg_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
	. "github.com/loopline/loopline/trax/svg"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

// Games that end in each way, and one that does not.
const (
	loopGame = `@0/ B1+ B2+ C1/ A0/ D1/ @3\ C0/ C5+ D4\ A1\ @1/`
	openGame = `@0+ B1+ B2+ C1/ A0/`
)

// wideGame returns a game that grows to the given number of columns, all in a
// row: alternately to the right and to the left.
func wideGame(columns int) []string {
	moves := []string{"@0/"}
	for n := 1; n < columns; n++ {
		shape := `\`
		if n%2 == 0 {
			shape = "/"
		}
		moves = append(moves, trax.Cell{Col: n + 1, Row: 1}.String()+shape)
	}
	return moves
}

func replay(t testing.TB, moves []string) *trax.Position {
	p := trax.NewPosition()
	for _, m := range moves {
		require.NoError(t, p.PlayText(m))
	}
	return p
}

func position(t testing.TB, moves string, o Options) string {
	var b bytes.Buffer
	require.NoError(t, Position(&b, replay(t, strings.Fields(moves)), o))
	return b.String()
}

func game(t testing.TB, moves string, o Options) string {
	var b bytes.Buffer
	require.NoError(t, Game(&b, strings.Fields(moves), o))
	return b.String()
}

func TestGolden(t *testing.T) {
	for name, got := range map[string]string{
		"empty":         position(t, "", Options{}),
		"first":         position(t, "@0/", Options{NoCoordinates: true}),
		"loop":          position(t, loopGame, Options{Title: "Loopline", Caption: "white wins by loop"}),
		"open":          position(t, openGame, Options{}),
		"game-loop":     game(t, loopGame, Options{}),
		"game-open":     game(t, openGame, Options{Title: "Five plies", Step: time.Second}),
		"game-no-moves": game(t, "", Options{}),
	} {
		path := filepath.Join("testdata", name+".svg")
		if *update {
			require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
		}
		want, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, string(want), got, "%s; go test ./trax/svg -update writes it anew", path)
		wellFormed(t, got)
	}
}

// wellFormed demands XML whose references all lead to something in it.
func wellFormed(t *testing.T, text string) {
	ids, refs := map[string]bool{}, []string{}
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range element.Attr {
			switch a.Name.Local {
			case "id":
				require.False(t, ids[a.Value], "id %s twice", a.Value)
				ids[a.Value] = true
			case "href":
				refs = append(refs, strings.TrimPrefix(a.Value, "#"))
			}
		}
	}
	for _, r := range refs {
		require.True(t, ids[r], "nothing is called %q", r)
	}
	require.NotContains(t, strings.ReplaceAll(text, "http://www.w3.org/2000/svg", ""), "http")
}

// uses returns where the parts with one of the given names are put.
func uses(text, names string) (places []string) {
	use := regexp.MustCompile(`<use href="#(` + names + `)" x="(\d+)" y="(\d+)"/>`)
	for _, m := range use.FindAllStringSubmatch(text, -1) {
		places = append(places, m[1]+" "+m[2]+" "+m[3])
	}
	return places
}

// expected returns where a position's tiles belong. first is the column and
// row of the first cell shown.
func expected(p *trax.Position, first int) (places []string) {
	for row, letters := range p.Rows() {
		for col, letter := range letters {
			if letter != '.' {
				places = append(places, fmt.Sprintf("%c %d %d", letter, 40*(col+1-first), 40*(row+1-first)))
			}
		}
	}
	return places
}

func TestEveryTileOnce(t *testing.T) {
	for _, moves := range []string{"", "@0/", openGame, loopGame, `@0/ A2\ B1\`} {
		p := replay(t, strings.Fields(moves))
		require.Equal(t, expected(p, 0), uses(position(t, moves, Options{}), "[PpSsBb]"))
		require.Equal(t, expected(p, 1), uses(position(t, moves, Options{NoCoordinates: true}), "[PpSsBb]"))
		require.ElementsMatch(t, expected(p, 1), uses(game(t, moves, Options{}), "[PpSsBb]"))
	}
}

func TestMarks(t *testing.T) {
	p := replay(t, strings.Fields(loopGame))
	text := position(t, loopGame, Options{NoCoordinates: true})
	require.Len(t, uses(text, "m"), 1)
	require.Len(t, uses(text, "n"), p.Forced())
	require.Equal(t, 2, p.Forced())
	written := p.AppendPlaced(nil)[0].Cell
	require.Equal(t, fmt.Sprintf("m %d %d", 40*(written.Col-1), 40*(written.Row-1)), uses(text, "m")[0])
	require.Len(t, uses(game(t, loopGame, Options{}), "m"), p.Ply())
	require.Len(t, uses(game(t, loopGame, Options{}), "n"), p.Tiles()-p.Ply())
}

// TestOutline demands that what has won is drawn over again, in three strokes,
// and nothing else.
func TestOutline(t *testing.T) {
	cells := 0
	for _, c := range replay(t, strings.Fields(loopGame)).Winning() {
		cells += len(c)
	}
	require.Positive(t, cells)
	const ways = "h|v|rt|tl|lb|br"
	require.Len(t, uses(position(t, loopGame, Options{}), ways), 3*cells)
	require.Len(t, uses(game(t, loopGame, Options{}), ways), 3*cells)
	require.Empty(t, uses(position(t, openGame, Options{}), ways))
	require.Empty(t, uses(game(t, openGame, Options{}), ways))
}

func TestCoordinates(t *testing.T) {
	moves := strings.Join(wideGame(5), " ")
	text := position(t, moves, Options{})
	for _, name := range []string{"@", "A", "E", "F", "0", "1", "2"} {
		require.Contains(t, text, ">"+name+"</text>")
	}
	require.NotContains(t, text, ">G</text>")
	require.NotContains(t, position(t, moves, Options{NoCoordinates: true}), "<text")
}

func TestText(t *testing.T) {
	text := position(t, "@0/", Options{Title: `<&"` + "\x00", Caption: strings.Repeat("ä", 200)})
	wellFormed(t, text)
	require.Contains(t, text, "&lt;&amp;&#34;\uFFFD")
	require.Contains(t, text, ">"+strings.Repeat("ä", 79)+"…<")
	require.Contains(t, position(t, "@0/", Options{Caption: strings.Repeat("ä", 80)}), strings.Repeat("ä", 80)+"<")
	require.Contains(t, game(t, loopGame, Options{}), "white wins by loop, ply 12<")
	require.Contains(t, game(t, loopGame, Options{}), `ply 12 · red @1/ · 2 forced<`)
	require.Contains(t, game(t, openGame, Options{}), "not over after ply 5<")
	require.Contains(t, game(t, openGame, Options{Caption: "so far"}), ">so far<")
}

func TestOptionsAreBounded(t *testing.T) {
	for _, o := range []Options{
		{Cell: -1, Step: -time.Second, Hold: -time.Second},
		{Cell: 1 << 40, Step: 1 << 62, Hold: 1 << 62},
	} {
		wellFormed(t, position(t, loopGame, o))
		text := game(t, loopGame, o)
		wellFormed(t, text)
		require.NotContains(t, text, `dur="-`)
		require.NotContains(t, text, `dur="0s"`)
	}
}

// TestKeyTimes demands of every animation that its times begin at 0, do not
// fall, stay within 1 and are as many as its values.
func TestKeyTimes(t *testing.T) {
	animate := regexp.MustCompile(`values="([^"]*)" keyTimes="([^"]*)"`)
	for _, o := range []Options{{}, {Step: 1, Hold: 1}} {
		found := animate.FindAllStringSubmatch(game(t, loopGame, o), -1)
		require.NotEmpty(t, found)
		for _, m := range found {
			times := strings.Split(m[2], ";")
			require.Len(t, strings.Split(m[1], ";"), len(times))
			require.Equal(t, "0", times[0])
			last := 0.0
			for _, s := range times {
				var at float64
				_, err := fmt.Sscan(s, &at)
				require.NoError(t, err)
				require.GreaterOrEqual(t, at, last, m[2])
				require.LessOrEqual(t, at, 1.0, m[2])
				last = at
			}
		}
	}
}

func TestIllegalGame(t *testing.T) {
	for _, c := range []struct {
		moves  string
		text   string
		reason trax.Reason
	}{
		{"@0/ B1+ B1+", `ply 3: "B1+"`, trax.Occupied},
		{"@0/ b1+", `ply 2: "b1+"`, trax.Syntax},
		{`@0/ A2\ B1\ A0/`, `ply 4: "A0/"`, trax.GameOver},
	} {
		var b bytes.Buffer
		err := Game(&b, strings.Fields(c.moves), Options{})
		require.ErrorContains(t, err, c.text)
		var illegal *trax.IllegalError
		require.ErrorAs(t, err, &illegal)
		require.Equal(t, c.reason, illegal.Reason)
		require.Zero(t, b.Len())
	}
	require.ErrorContains(t, Game(io.Discard, make([]string, MaxPlies+1), Options{}), "at most 2000")
}

func TestWriterFails(t *testing.T) {
	r, w := io.Pipe()
	require.NoError(t, r.Close())
	require.ErrorIs(t, Position(w, trax.NewPosition(), Options{}), io.ErrClosedPipe)
	require.ErrorIs(t, Game(w, nil, Options{}), io.ErrClosedPipe)
}

func TestWideBoard(t *testing.T) {
	moves := wideGame(720)
	p := replay(t, moves)
	require.Equal(t, 720, p.Width())
	var b bytes.Buffer
	require.NoError(t, Position(&b, p, Options{}))
	wellFormed(t, b.String())
	require.Contains(t, b.String(), ">AAR</text>")
	require.Equal(t, expected(p, 0), uses(b.String(), "[PpSsBb]"))
	require.Less(t, b.Len(), 200_000)
}

func BenchmarkPosition(b *testing.B) {
	p := replay(b, wideGame(500))
	for b.Loop() {
		_ = Position(io.Discard, p, Options{})
	}
}

func ExampleGame() {
	err := Game(io.Discard, []string{"@0/", "B7+"}, Options{})
	fmt.Println(err)
	// Output: ply 2: "B7+": B7 is off the board, which reaches from @0 to B2
}

// Anchored pictures of a game in a row place a tile where it was before, wherever
// the board grows.
func TestAnchored(t *testing.T) {
	p := trax.NewPosition()
	tile := regexp.MustCompile(`^<use href="#[sSbBpP]" x`)
	tiles := func() (lines []string) {
		var b bytes.Buffer
		require.NoError(t, Position(&b, p, Options{Anchored: true}))
		for line := range strings.Lines(b.String()) {
			if tile.MatchString(line) {
				lines = append(lines, line)
			}
		}
		return lines
	}
	var before []string
	for _, move := range []string{"@0/", "@1+", "A0+", "@1/"} {
		require.NoError(t, p.PlayText(move), move)
		after := tiles()
		require.Subset(t, after, before, move)
		before = after
	}
	require.Len(t, before, p.Tiles())
	var plain, anchored bytes.Buffer
	require.NoError(t, Position(&plain, p, Options{}))
	require.NoError(t, Position(&anchored, p, Options{Anchored: true}))
	require.Equal(t, strings.SplitN(plain.String(), "\n", 2)[0], strings.SplitN(anchored.String(), "\n", 2)[0])
}
