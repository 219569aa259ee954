package book

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
)

// game is a game of a test.
func game(moves string) Game { return Game{Moves: strings.Fields(moves), Ratings: Unrated()} }

// bookOf makes a book of games, in a builder that keeps so many entries in memory.
func bookOf(t *testing.T, plies, limit int, games ...Game) *Book {
	b := NewBuilder(plies)
	b.limit = limit
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	c := NewCounter(plies)
	for _, g := range games {
		_, err := b.Write(c.Append(nil, g))
		require.NoError(t, err)
	}
	book, err := b.Book()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, book.Close()) })
	return book
}

// randomGame returns legal moves, to the end of the game or to so many plies.
func randomGame(rng *rand.Rand, plies int) (moves []string) {
	p := trax.NewPosition()
	for p.Ply() < plies && !p.Outcome().Over {
		legal := p.AppendMoves(nil)
		m := legal[rng.IntN(len(legal))]
		if err := p.Play(m); err != nil {
			panic(err)
		}
		moves = append(moves, m.String())
	}
	return moves
}

// lines are the moves of a book with games, wins of white and of red.
func lines(t *testing.T, b *Book, tree Tree) (all []string) {
	require.NoError(t, b.Walk(nil, tree, func(l Line) error {
		white, red := l.Results()
		all = append(all, fmt.Sprintf("%s %d %d-%d", strings.Join(l.Moves, " "), l.Games, white, red))
		return nil
	}))
	return all
}

// The tree of a few games that anybody can count: three red loops, one of them mirrored, one that
// an illegal move ended, and one that was cut.
func TestTree(t *testing.T) {
	b := bookOf(t, 12, 1000, game(`@0/ A2\ B1\`), game(`@0/ A2\ B1\`), game(`@0/ B1\ A2\`), game(`@0+ B1+ Z9+ A0/`), game(`@0+`), game(`Z9+`))
	require.Equal(t, Header{Plies: 12, Games: 5, Decided: 3, Entries: 5, sum: b.sum}, b.Header)
	require.Equal(t, []string{
		`@0/ 3 0-3`, `@0/ A2\ 3 0-3`, `@0/ A2\ B1\ 3 0-3`, `@0+ 2 0-0`, `@0+ @1+ 1 0-0`,
	}, lines(t, b, Tree{Depth: 3}))
}

// asText is a position as all its images under symmetry have it, made of its rows as text. The colours are
// those of the side to move and of the other.
func asText(p *trax.Position) string {
	rows := p.Rows()
	if p.Turn() == trax.Red {
		swap := strings.NewReplacer("P", "p", "p", "P", "S", "s", "s", "S", "B", "b", "b", "B")
		for i := range rows {
			rows[i] = swap.Replace(rows[i])
		}
	}
	var all []string
	for range 2 {
		for range 4 {
			rows = quarter(rows)
			all = append(all, strings.Join(rows, "\n"))
		}
		rows = mirrored(rows)
	}
	return slices.Min(all)
}

// quarter turns rows clockwise: what joins the right and the bottom edge then joins the bottom and
// the left one.
func quarter(rows []string) (turned []string) {
	if len(rows) == 0 {
		return nil
	}
	tiles := strings.NewReplacer("P", "p", "p", "P", "S", "b", "b", "s", "s", "B", "B", "S")
	for x := range rows[0] {
		var line strings.Builder
		for y := len(rows) - 1; y >= 0; y-- {
			line.WriteByte(rows[y][x])
		}
		turned = append(turned, tiles.Replace(line.String()))
	}
	return turned
}

// mirrored exchanges left and right.
func mirrored(rows []string) (all []string) {
	tiles := strings.NewReplacer("S", "b", "b", "S", "s", "B", "B", "s")
	for _, r := range rows {
		b := []byte(r)
		slices.Reverse(b)
		all = append(all, tiles.Replace(string(b)))
	}
	return all
}

// What a book says after the positions of random games is what counting the texts of their boards
// says, with memory for few entries as with enough.
func TestCountedOtherwise(t *testing.T) {
	const plies = 6
	rng := rand.New(rand.NewPCG(1, 2))
	var all []Game
	want := map[string]Counts{}
	keys := map[string]uint64{} // by texts
	for range 500 {
		g := Game{Moves: randomGame(rng, 40), Ratings: [2]float64{1500, 1600}}
		all = append(all, g)
		end := trax.NewPosition()
		for _, m := range g.Moves {
			require.NoError(t, end.PlayText(m))
		}
		p := trax.NewPosition()
		for i, m := range g.Moves[:min(plies, len(g.Moves))] {
			edge := asText(p) + "|"
			keys[asText(p)] = p.SymmetryKey()
			require.NoError(t, p.PlayText(m))
			edge += asText(p)
			keys[asText(p)] = p.SymmetryKey()
			c := want[edge]
			c.Games++
			if o := end.Outcome(); o.Over && int(o.Winner) == i%2 {
				c.Wins++
			} else if o.Over {
				c.Losses++
			}
			c.Rated++
			c.Rating += 1500 + 100*int64(i%2)
			want[edge] = c
		}
	}
	distinct := map[uint64]bool{}
	for _, k := range keys {
		distinct[k] = true
	}
	require.Len(t, distinct, len(keys), "each class has a key, and each key is of one class")
	for _, limit := range []int{40, 1 << 20} {
		b := bookOf(t, plies, limit, all...)
		require.Equal(t, limit == 40, b.closer != nil, "in a file")
		require.EqualValues(t, len(want), b.Entries)
		got := map[Entry]int{}
		require.NoError(t, b.each(func(e Entry) error {
			got[e]++
			return nil
		}))
		for edge, c := range want {
			from, to, _ := strings.Cut(edge, "|")
			require.Equal(t, 1, got[Entry{keys[from], keys[to], c}], edge)
		}
	}
}

// Games that are images of each other count as one line, and so do colours exchanged when the
// other is to move.
func TestSymmetricGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		g := randomGame(rng, 12)
		p, q := trax.NewPosition(), trax.NewPosition()
		var other []string // the same game, each move by its last equal
		for _, m := range g {
			require.NoError(t, p.PlayText(m))
			for _, c := range Classes(q) {
				if c.To == p.SymmetryKey() {
					last := c.Alike[len(c.Alike)-1]
					other = append(other, last.String())
					require.NoError(t, q.Play(last))
					break
				}
			}
			require.Equal(t, asText(p), asText(q))
		}
		require.Equal(t, p.Outcome(), q.Outcome())
		b := bookOf(t, 12, 1000, Game{Moves: g, Ratings: Unrated()}, Game{Moves: other, Ratings: Unrated()})
		require.EqualValues(t, len(g), b.Entries)
		require.NoError(t, b.each(func(e Entry) error {
			require.EqualValues(t, 2, e.Games)
			return nil
		}))
	}
}

// saved writes the book of a builder into a file.
func saved(t *testing.T, b *Builder) string {
	name := filepath.Join(t.TempDir(), "all.book")
	f, err := os.Create(name)
	require.NoError(t, err)
	_, err = b.WriteBook(f)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	return name
}

// A file that isn't as it was written is an error, never a panic; so is one whose entries were changed when
// it is read whole.
func TestDamaged(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	b := NewBuilder(8)
	c := NewCounter(8)
	for range 5 {
		_, err := b.Write(c.Append(nil, Game{Moves: randomGame(rng, 30), Ratings: Unrated()}))
		require.NoError(t, err)
	}
	good, err := os.ReadFile(saved(t, b))
	require.NoError(t, err)
	open := func(text []byte) (*Book, error) { return Read(bytes.NewReader(text), int64(len(text)), "x.book") }
	for n := range len(good) {
		_, err := open(good[:n])
		require.ErrorContains(t, err, "x.book: ")
	}
	missed := 0
	for i := range good {
		text := bytes.Clone(good)
		text[i] ^= 1 << rng.IntN(8)
		bad, err := open(text)
		if err == nil {
			_ = bad.Walk(nil, Tree{Depth: 8}, func(Line) error { return nil })
			_, _ = bad.Top(50)
			err = NewBuilder(8).Merge(bad)
		}
		if err == nil {
			missed++ // the header's counts of games, and its spaces
			require.Less(t, i, headerSize)
			continue
		}
		require.ErrorContains(t, err, "x.book: ")
	}
	require.Less(t, missed, headerSize)
}

// A book of books has the games of both, and a book of text the lines of the book it was made of.
func TestMergedAndAsText(t *testing.T) {
	a := bookOf(t, 3, 1000, game(`@0/ A2\ B1\`), game(`@0+`))
	b := bookOf(t, 5, 1000, game(`@0/ B1\ A2\`), game(`@0/ A0\`))
	all := NewBuilder(1)
	require.NoError(t, all.Merge(a))
	require.NoError(t, all.Merge(b))
	both, err := all.Book()
	require.NoError(t, err)
	require.Equal(t, []string{`@0/ 3 0-2`, `@0/ A2\ 2 0-2`, `@0/ A2\ B1\ 2 0-2`, `@0/ @1\ 1 0-0`, `@0+ 1 0-0`}, lines(t, both, Tree{Depth: 9}))
	require.Equal(t, 5, both.Plies)

	var text bytes.Buffer
	require.NoError(t, both.WriteText(&text, 100))
	again, err := ReadText("# made by hand\n\n" + text.String())
	require.NoError(t, err)
	require.Equal(t, lines(t, both, Tree{Depth: 9}), lines(t, again, Tree{Depth: 9}))
	text.Reset()
	require.NoError(t, both.WriteText(&text, 2))
	require.Equal(t, "1 @0/ 3 0 2\n2 A2\\ 2 2 0\n", text.String())
	for bad, want := range map[string]string{
		"1 @0/ 1 0":          `line 1: "1 @0/ 1 0" is not a ply`,
		"2 @0/ 1 0 0":        `line 1: ply "2": write 1 to 1`,
		"1 @0/ 1 0 0\n2 x 1": `line 2: "2 x 1" is not`,
		"1 Z9/ 1 0 0":        `line 1: "Z9/"`,
		"1 @0/ 1 1 1":        "line 1: an entry has more results",
		"1 @0/ -1 1 1":       `line 1: "-1": write a number`,
	} {
		_, err := ReadText(bad)
		require.ErrorContains(t, err, want)
	}
}

// A builder takes no more memory for many games than for some.
func TestBoundedMemory(t *testing.T) {
	b := NewBuilder(DefaultPlies)
	b.limit = 1 << 11
	defer func() { require.NoError(t, b.Close()) }()
	rng := rand.New(rand.NewPCG(7, 8))
	e := Entry{Counts: Counts{Games: 1}}
	var before, after runtime.MemStats
	for i := range 1 << 18 {
		if i == 1<<13 {
			runtime.GC()
			runtime.ReadMemStats(&before)
		}
		e.From, e.To = 1+rng.Uint64N(1<<30), rng.Uint64()
		require.NoError(t, b.Add(e))
	}
	require.LessOrEqual(t, len(b.runs), mostRuns)
	runtime.GC()
	runtime.ReadMemStats(&after)
	require.Less(t, int64(after.HeapAlloc)-int64(before.HeapAlloc), int64(1<<20))
	book, err := b.Book()
	require.NoError(t, err)
	defer func() { require.NoError(t, book.Close()) }()
	require.EqualValues(t, 1<<18, book.Entries)
	found, err := book.From(e.From)
	require.NoError(t, err)
	require.Contains(t, found, e)
}

func TestScore(t *testing.T) {
	score, low, high, ok := Counts{Games: 100, Wins: 50, Losses: 50}.Score()
	require.True(t, ok)
	require.InDelta(t, 0.5, score, 0)
	require.InDelta(t, 0.404, low, 0.001)
	require.InDelta(t, 0.596, high, 0.001)
	score, low, high, ok = Counts{Games: 10, Losses: 10}.Score()
	require.True(t, ok)
	require.Zero(t, score+low)
	require.InDelta(t, 0.278, high, 0.001)
	_, _, _, ok = Counts{Games: 3}.Score()
	require.False(t, ok)
}

// FuzzReadText: bad input is an error and no panic, and what was read comes out the same when it is written
// and read again.
func FuzzReadText(f *testing.F) {
	f.Add("1 @0/ 3 0 2\n2 A2\\ 2 2 0\n3 B1\\ 2 0 2\n1 @0+ 1 0 0\n")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<12 {
			return
		}
		b, err := ReadText(text)
		if err != nil {
			return
		}
		var again bytes.Buffer
		require.NoError(t, b.WriteText(&again, 1<<20))
		_, err = ReadText(again.String())
		require.NoError(t, err)
	})
}
