package vectors_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/vectors"
)

// sum is a vector of a toy: what two numbers add up to.
type sum struct{ A, B int }

func (s sum) AppendAsk(dst []byte) []byte { return fmt.Appendf(dst, `{"a":%d,"b":%d}`, s.A, s.B) }

func (s sum) AppendWant(dst []byte) []byte {
	return fmt.Appendf(dst, `{"sum":%d,"terms":[%d,%d]}`, s.A+s.B, s.A, s.B)
}

func (s sum) AppendHex(dst []byte, id int, _ bool) []byte {
	return vectors.AppendWord(dst, 2, vectors.VectorID.Put(id))
}

func (s sum) AppendCSV(dst []byte) []byte {
	return vectors.AppendNumber(vectors.AppendNumber(vectors.AppendNumber(dst, s.A), s.B), s.A+s.B)
}

// sums makes them.
type sums struct{ o *vectors.Options }

func (m sums) Directed(_ context.Context, yield func(vectors.Item) bool) error {
	yield(sum{0, 0})
	return nil
}

func (m sums) Random(part int, yield func(vectors.Item) bool) {
	rng := vectors.Stream(m.o, vectors.ForBulk, uint64(part))
	for yield(sum{rng.IntN(100), rng.IntN(100)}) {
	}
}

// toy is a set with one kind, of which no game knows.
func toy() *vectors.Set { return toyWith() }

// toyWith is toy with more bins, which no sum falls into.
func toyWith(more ...vectors.Bin) *vectors.Set {
	kind := vectors.Definition{
		Kind: "sum", Columns: "id,a,b,sum", Heading: "a sum",
		Bins: []vectors.Bin{{Name: "zero", Description: "nothing", MaxCount: 1}, {Name: "carry", Description: "above 99"}},
		BinsOf: func(v vectors.Item) (s vectors.BinSet) {
			if v.(sum) == (sum{}) {
				s.Add(0)
			}
			if v.(sum).A+v.(sum).B > 99 {
				s.Add(1)
			}
			return s
		},
	}
	kind.Bins = append(kind.Bins, more...)
	kind.NewOracle = func(vectors.GridSize) func(json.RawMessage) (vectors.Item, error) {
		return func(ask json.RawMessage) (vectors.Item, error) {
			var s sum
			err := json.Unmarshal(ask, &s)
			return s, err
		}
	}
	known := kind
	kind.NewGenerator = func(o *vectors.Options) vectors.Generator { return vectors.FillGoals(sums{o}, &known, o) }
	return &vectors.Set{
		Kinds: []vectors.Definition{kind}, Grid: vectors.GridSize{Columns: 1, Rows: 1},
		ValidateGrid: func(vectors.GridSize) error { return nil },
		Words:        vectors.Words{List: make([]vectors.Word, 3), Head: 1, Vector: 2, End: 3},
		Rules:        vectors.Rules{Unordered: []string{"terms"}},
	}
}

// toyFile writes a file and returns its name and header.
func toyFile(t *testing.T, o vectors.Options) (string, vectors.Header) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file")
	f, err := os.Create(name)
	require.NoError(t, err)
	_, err = vectors.Generate(t.Context(), f, toy(), o)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	h, err := vectors.ReadFile(name, toy(), nil)
	require.NoError(t, err)
	return name, h
}

// Any set is written in every encoding and read back.
func TestToySet(t *testing.T) {
	for _, e := range vectors.Encodings() {
		name, h := toyFile(t, vectors.Options{Encoding: e, Count: 5000, Goal: 3, Threads: 3})
		require.Equal(t, 5000, h.Count)
		require.Equal(t, vectors.Kind("sum"), h.Kind)
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		require.True(t, vectors.IsFile(string(text[:40])))
	}
	require.False(t, vectors.IsFile(`{"format":"other"}`))
	_, err := toy().Definition("tea")
	require.EqualError(t, err, `there is no kind "tea" of vectors, only sum`)
}

func TestToyCoverage(t *testing.T) {
	name, _ := toyFile(t, vectors.Options{Goal: 3})
	kind, err := toy().Definition("sum")
	require.NoError(t, err)
	c := vectors.NewCoverage(kind, vectors.GridSize{})
	_, err = vectors.ReadFile(name, toy(), func(v vectors.Vector) error { c.Add(v); return nil })
	require.NoError(t, err)
	require.Empty(t, c.Holes(3))
	require.Equal(t, []string{"carry"}, c.Holes(1000))
}

func TestCheckByOracle(t *testing.T) {
	name, h := toyFile(t, vectors.Options{Count: 300})
	kind, err := toy().Definition("sum")
	require.NoError(t, err)
	told := 0
	agreed, bad, err := vectors.Check(t.Context(), name, toy(), h, vectors.OracleTarget(kind, vectors.GridSize{}), func(n int) { told = n })
	require.NoError(t, err)
	require.Nil(t, bad)
	require.Equal(t, 300, agreed)
	require.Equal(t, 300, told)

	h.Count++
	_, _, err = vectors.Check(t.Context(), name, toy(), h, vectors.OracleTarget(kind, vectors.GridSize{}), nil)
	require.ErrorContains(t, err, "changed while it was read")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err = vectors.Check(ctx, name, toy(), h, vectors.OracleTarget(kind, vectors.GridSize{}), nil)
	require.ErrorIs(t, err, context.Canceled)
	_, _, err = vectors.Check(t.Context(), name+"x", toy(), h, vectors.OracleTarget(kind, vectors.GridSize{}), nil)
	require.ErrorIs(t, err, os.ErrNotExist)
}

// A goal that is not met is an error.
func TestGoalsThatAreMissed(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	require.NoError(t, err)
	defer f.Close()
	_, err = vectors.Generate(t.Context(), f, toyWith(vectors.Bin{Name: "never", Description: "nothing is"}), vectors.Options{Count: 10, Goal: 1, MaxTries: 1, Threads: 1})
	require.ErrorContains(t, err, "never")
}

// model answers what comes over a connection.
func model(conn io.ReadWriteCloser, answer func(id int, a, b int) string) {
	defer conn.Close()
	for s := bufio.NewScanner(conn); s.Scan(); {
		var q struct {
			ID  int
			Ask struct{ A, B int }
		}
		if json.Unmarshal(s.Bytes(), &q) != nil {
			return
		}
		text := answer(q.ID, q.Ask.A, q.Ask.B)
		if text == "" {
			continue
		}
		if _, err := io.WriteString(conn, text); err != nil {
			return
		}
	}
}

func TestPipe(t *testing.T) {
	right := func(id, a, b int) string {
		return `{"id":` + strconv.Itoa(id) + `,"answer":{"sum":` + strconv.Itoa(a+b) + fmt.Sprintf(`,"terms":[%d,%d]}}`, b, a) + "\n"
	}
	for _, c := range []struct {
		name   string
		answer func(id, a, b int) string
		agreed int
		differ string
		fails  string
	}{
		{"right", right, 1000, "", ""},
		{"wrong at 7", func(id, a, b int) string { return right(id, a+id/7, b) }, 7, "differs: sum is", ""},
		{"out of order", func(id, a, b int) string { return right(id+id/3, a, b) }, 3, "", "answers vector 4; answers come in the order"},
		{"no JSON", func(int, int, int) string { return "tea\n" }, 0, "", `the model says "tea", which is no`},
		{"no object", func(id, _, _ int) string { return fmt.Sprintf(`{"id":%d,"answer":7}`+"\n", id) }, 0, "", "is no JSON object"},
		{"silent", func(int, int, int) string { return "" }, 0, "", "no answer within"},
	} {
		t.Run(c.name, func(t *testing.T) {
			name, h := toyFile(t, vectors.Options{Count: 1000})
			near, far := net.Pipe()
			go model(far, c.answer)
			limit := time.Minute
			if c.name == "silent" {
				limit = 300 * time.Millisecond
			}
			p := vectors.NewModelPipe(near, limit)
			agreed, bad, err := vectors.Check(t.Context(), name, toy(), h, p.Target(h.Kind), nil)
			require.NoError(t, p.Close())
			require.Equal(t, c.agreed, agreed)
			if c.fails != "" {
				require.ErrorContains(t, err, c.fails)
				require.ErrorContains(t, err, fmt.Sprintf("vector %d (%s:%d)", c.agreed, name, c.agreed+2))
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.differ == "", bad == nil)
			if bad != nil {
				require.Contains(t, bad.String(), c.differ)
				text, err := json.Marshal(bad.Summary(agreed))
				require.NoError(t, err)
				require.Contains(t, string(text), `"agreed":7,"difference":{"id":7,`)
			}
		})
	}
}
