package vectors_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	. "github.com/loopline/loopline/trax/vectors"
	"github.com/loopline/loopline/vectors"
)

// memory is a file in memory.
type memory struct {
	b  []byte
	at int
}

func (m *memory) Write(p []byte) (int, error) {
	m.b = append(m.b[:m.at], append(append([]byte(nil), p...), m.b[min(len(m.b), m.at+len(p)):]...)...)
	m.at += len(p)
	return len(p), nil
}

func (m *memory) Seek(o int64, whence int) (int64, error) {
	if whence == io.SeekCurrent {
		o += int64(m.at)
	}
	m.at = int(o)
	return o, nil
}

// size is the size of a board.
func size(columns, rows int) Board { return Board{Columns: columns, Rows: rows} }

func kinds() (all []Kind) {
	for _, d := range Set().Kinds {
		all = append(all, d.Kind)
	}
	return all
}

func coverage(t *testing.T, k Kind, b Board) *Coverage {
	t.Helper()
	d, err := Set().Definition(k)
	require.NoError(t, err)
	return vectors.NewCoverage(d, b)
}

func classesOf(t *testing.T, k Kind) []vectors.Bin {
	t.Helper()
	d, err := Set().Definition(k)
	require.NoError(t, err)
	return d.Bins
}

func generate(t *testing.T, o Options) []byte {
	t.Helper()
	var m memory
	_, err := Generate(context.Background(), &m, o)
	require.NoError(t, err)
	return m.b
}

// TestGolden makes the files of the tree again, from what their headers say.
func TestGolden(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("../../vectors/golden/*")
	require.NoError(t, err)
	names = slices.DeleteFunc(names, func(name string) bool { // those of other games are tested there
		return regexp.MustCompile(`^[a-z0-9]+-|\.go$`).MatchString(filepath.Base(name))
	})
	require.Len(t, names, 11)
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			testGolden(t, name)
		})
	}
}

func testGolden(t *testing.T, name string) {
	want, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Less(t, len(want), 200_000)
	if filepath.Ext(name) == ".sv" {
		require.Equal(t, string(want), string(Set().AppendPackage(nil)), "make generate")
		return
	}
	h, err := Read(bytes.NewReader(want), name, nil)
	require.NoError(t, err)
	board, err := ParseBoard(h.Grid)
	require.NoError(t, err)
	o := Options{Kind: h.Kind, Encoding: h.Encoding, Seed: h.Seed, Goal: h.Goal, Grid: board}
	require.Equal(t, h.Command, o.Command(Set()))
	if h.Kind == Turn {
		return // TestGoldenTurns compares the bodies of all forms after one search
	}
	require.True(t, bytes.Equal(want, generate(t, o)), "this is not what its command makes: make generate")
}

// countOfTwo is a count that takes two threads.
const countOfTwo = 2060

func TestThreadsChangeNothing(t *testing.T) {
	tier.Slow(t)
	t.Parallel()
	for _, kind := range kinds() {
		for _, form := range vectors.Encodings() {
			if kind == Moves && form != JSONL {
				continue // takes long and shows nothing new
			}
			t.Run(string(kind)+"/"+string(form), func(t *testing.T) {
				t.Parallel()
				o := Options{Kind: kind, Encoding: form, Seed: 9, Count: countOfTwo, Threads: 1}
				one := generate(t, o)
				o.Threads = 5
				require.True(t, bytes.Equal(one, generate(t, o)))
				o.Count, o.Seed = 50, 10
				few := generate(t, o)[vectors.HeaderSize:]
				require.False(t, bytes.HasPrefix(one[vectors.HeaderSize:], few[:len(few)/2]), "the seed is not heeded")
			})
		}
	}
}

// TestEveryClassIsMet reads coverage back, for several boards; that of the
// golden file is held to its options by TestGolden.
func TestEveryClassIsMet(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	t.Parallel()
	golden, err := os.ReadFile("../../vectors/golden/turn.jsonl")
	require.NoError(t, err)
	for _, board := range []Board{size(32, 32), size(20, 40), size(12, 12)} {
		t.Run(board.String(), func(t *testing.T) {
			t.Parallel()
			text := golden
			if board != Set().Grid {
				text = generate(t, Options{Seed: 3, Goal: 1, Grid: board})
			}
			cover, known := coverage(t, Turn, board), map[string]bool{}
			for _, c := range cover.Bins() {
				known[c.Name] = true
			}
			h, err := Read(bytes.NewReader(text), "file", func(v Vector) error {
				for _, name := range v.Bins {
					require.True(t, known[name], name)
				}
				cover.Add(v)
				return nil
			})
			require.NoError(t, err)
			require.Equal(t, board.String(), h.Grid)
			require.Empty(t, cover.Holes(1))
			require.NotEmpty(t, cover.Holes(1000))
		})
	}
}

// TestPatternsAreAll counts: 20 settled cells with a neighbour, 42 that are
// filled, 16 that contradict. What is left of 81 is the cell without a
// neighbour, and two of four edges, which show as three before.
func TestPatternsAreAll(t *testing.T) {
	count := map[string]int{}
	names := map[string]bool{}
	for _, c := range classesOf(t, Turn) {
		family, rest, _ := strings.Cut(c.Name, ".")
		if len(rest) >= 4 && strings.Trim(rest[:4], "rw-") == "" {
			count[family]++
		}
		require.NotEmpty(t, c.Description, c.Name)
		require.False(t, names[c.Name], c.Name)
		names[c.Name] = true
	}
	require.Equal(t, map[string]int{"cell": 60, "forced": 42, "clash": 16}, count)
}

func TestGenerateSaysWhatItCannot(t *testing.T) {
	for _, c := range []struct {
		o    Options
		says string
	}{
		{Options{Goal: 1, MaxTries: 1}, "ask for a greater --max-tries"},
		{Options{Goal: 1, Count: 3}, "needs more than 3 vectors"},
		{Options{Count: -1}, "count -1 is outside"},
		{Options{Goal: 5000}, "quota 5000 is outside"},
		{Options{Kind: "tea"}, `no kind "tea"`},
		{Options{Encoding: "tea"}, `no form "tea"`},
		{Options{Grid: size(5, 32)}, "board 5x32"},
	} {
		_, err := Generate(context.Background(), &memory{}, c.o)
		require.ErrorContains(t, err, c.says)
	}
	_, err := Generate(context.Background(), &memory{}, Options{Goal: 1, MaxTries: 1})
	require.ErrorContains(t, err, "status.board-full (0 of 1)")
}

func TestGenerateIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, o := range []Options{{Goal: 1}, {Count: 1 << 25, Threads: 2}} {
		_, err := Generate(ctx, &memory{}, o)
		require.ErrorIs(t, err, context.Canceled)
	}
}

// TestEveryClassOfOtherKindsIsMet reads coverage back, of the golden files and
// of files with more of each class.
func TestEveryClassOfOtherKindsIsMet(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	t.Parallel()
	cover := func(t *testing.T, text []byte) (*Coverage, Header) {
		h, err := Read(bytes.NewReader(text), "file", nil)
		require.NoError(t, err)
		c := coverage(t, h.Kind, Set().Grid)
		_, err = Read(bytes.NewReader(text), "file", func(v Vector) error {
			require.Empty(t, v.Bins)
			c.Add(v)
			return nil
		})
		require.NoError(t, err)
		return c, h
	}
	for _, kind := range []Kind{Moves, Notation, Protocol, UART} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			golden, err := os.ReadFile("../../vectors/golden/" + string(kind) + ".jsonl")
			require.NoError(t, err)
			c, h := cover(t, golden)
			require.Equal(t, 4, h.Goal)
			require.Empty(t, c.Holes(4))
			require.NotEmpty(t, c.Holes(1000))
			require.Len(t, classesOf(t, kind), len(c.Bins()))

			c, _ = cover(t, generate(t, Options{Kind: kind, Goal: 6, Seed: 8}))
			require.Empty(t, c.Holes(6))
			c, h = cover(t, generate(t, Options{Kind: kind, Goal: 1, Count: 200, Seed: 8}))
			require.Empty(t, c.Holes(1))
			require.Equal(t, 200, h.Count)
			_, err = Generate(context.Background(), &memory{}, Options{Kind: kind, Goal: 4, Count: 3})
			require.ErrorContains(t, err, "needs more than 3 vectors")
		})
	}
	_, err := Generate(context.Background(), &memory{}, Options{Kind: Moves, Goal: 1000, MaxTries: 1})
	require.ErrorContains(t, err, "ask for a greater --max-tries")
}
