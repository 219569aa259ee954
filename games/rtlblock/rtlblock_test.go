package rtlblock_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/rtlblock"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/vectors"
)

// sum is a vector of a toy: what two numbers add up to.
type sum struct{ A, B uint64 }

func (s sum) AppendAsk(dst []byte) []byte  { return fmt.Appendf(dst, `{"a":%d,"b":%d}`, s.A, s.B) }
func (s sum) AppendWant(dst []byte) []byte { return fmt.Appendf(dst, `{"sum":%d}`, s.A+s.B) }
func (s sum) AppendCSV(dst []byte) []byte  { return dst }
func (s sum) AppendHex(dst []byte, id int, _ bool) []byte {
	return vectors.AppendWord(dst, 2, vectors.VectorID.Put(id))
}

// sums makes them.
type sums struct{ o *vectors.Options }

func (sums) Directed(context.Context, func(vectors.Item) bool) error { return nil }

func (m sums) Random(part int, yield func(vectors.Item) bool) {
	rng := vectors.Stream(m.o, vectors.ForBulk, uint64(part))
	for yield(sum{rng.Uint64N(1 << 36), rng.Uint64N(1 << 36)}) {
	}
}

// Encode and Answer make sum the translator of the toy: the terms go in two words,
// so that only the second is answered with the sum.
func (sum) Encode(dst []byte, ask json.RawMessage) ([]byte, error) {
	var q sum
	err := json.Unmarshal(ask, &q)
	for _, v := range []uint64{q.A, q.B} {
		word := make(rtlblock.Bits, 5)
		word.Put(0, 36, v)
		dst = append(dst, word...)
	}
	return dst, err
}

func (sum) Decode(dst, word []byte) []byte {
	return fmt.Appendf(dst, `{"sum":%d}`, rtlblock.Bits(word).Get(0, 37))
}

// toy is a module that adds up: the term before and the term now.
func toy() *rtlblock.Block {
	kind := vectors.Definition{
		Kind: "sum", Columns: "id", Bins: []vectors.Bin{{Name: "carry"}},
		BinsOf: func(v vectors.Item) (s vectors.BinSet) {
			if v.(sum).A+v.(sum).B >= 1<<36 {
				s.Add(0)
			}
			return s
		},
		NewGenerator: func(o *vectors.Options) vectors.Generator { return sums{o} },
	}
	m := &rtlblock.Block{
		Set: &vectors.Set{
			Game: "toy", Kinds: []vectors.Definition{kind}, Grid: vectors.GridSize{Columns: 1, Rows: 1},
			ValidateGrid: func(vectors.GridSize) error { return nil },
			Words:        vectors.Words{List: make([]vectors.Word, 3), Head: 1, Vector: 2, End: 3},
		},
		Kind: "sum", Top: "adder",
		For: func(vectors.GridSize) rtlblock.PortMap {
			return rtlblock.Wrap("adder", nil, []rtlblock.Port{{Name: "term_i", Bits: 36}}, []rtlblock.Port{{Name: "sum_o", Bits: 37}},
				func() rtlblock.Codec { return sum{} })
		},
	}
	return m
}

// adder is the RTL. Each %s is what a test changes.
const adder = `module adder(input logic clk_i, input logic rst_i, input logic valid_i, output logic ready_o, input logic [35:0] term_i,
  output logic valid_o, input logic ready_i, output logic [36:0] sum_o);
  logic full_q; logic [35:0] term_q, last_q;
  assign ready_o = !full_q;
  assign valid_o = full_q%s;
  assign sum_o = {1'b0, term_q} + {1'b0, last_q}%s;
  always_ff @(posedge clk_i) begin
    if (valid_i && ready_o) begin full_q <= 1'b1; term_q <= term_i; last_q <= term_q; end
    if (valid_o && ready_i) full_q <= 1'b0;
    if (rst_i) full_q <= 1'b0;
  end
endmodule
`

func source(valid, sum string) sources.Source {
	return sources.Source{Name: "toys", FS: fstest.MapFS{"adder.sv": &fstest.MapFile{Data: fmt.Appendf(nil, adder, valid, sum)}}}
}

func needVerilator(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("verilator"); err != nil {
		t.Skip("verilator is missing: scripts/setup")
	}
}

// A module that is right agrees, one that is wrong differs at the first vector
// that shows it, one that is silent has no answer.
func TestCompare(t *testing.T) {
	needVerilator(t)
	for _, c := range []struct{ name, valid, sum, found string }{
		{"right", "", "", ""},
		{"wrong", "", " & 37'h0fffffffff", "adder of toys differs: sum is"},
		{"silent", " && term_q[3:0] != 5", "", "adder of toys does not answer: the model of adder ended with exit status 2: harness: the module does not answer"},
		{"an answer taken back", " && (term_q[1:0] != 0 || !taken)", "", "takes back an answer"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := source(c.valid, c.sum)
			if strings.Contains(c.valid, "taken") {
				text := string(s.FS.(fstest.MapFS)["adder.sv"].Data)
				text = strings.Replace(text, "logic full_q;", "logic full_q, taken; always_ff @(posedge clk_i) taken <= full_q;", 1)
				s.FS.(fstest.MapFS)["adder.sv"].Data = []byte(text)
			}
			last := 0
			config := rtlblock.Config{Source: s, Count: 1000, Seed: 2, Progress: func(n int) { last = n }}
			o, err := toy().Compare(t.Context(), &model.Builder{Quick: true}, config)
			require.NoError(t, err)
			require.Equal(t, o.Agreed, last)
			text, err := json.Marshal(o.Summary())
			require.NoError(t, err)
			if c.found == "" {
				require.Empty(t, o.Found())
				require.Equal(t, 1000, o.Agreed)
				require.Contains(t, string(text), `"cycles":{"count":1000,"total":0,"least":0,"most":0}`)
				require.Contains(t, string(o.AppendText(nil)), "1000 questions agree with adder of toys")
				return
			}
			require.Contains(t, o.Found(), c.found)
			require.Less(t, o.Agreed, 1000)
			require.Contains(t, string(text), `"difference":{"id":`)
		})
	}
}

// The vectors of a file are answered, and a file of another game is refused.
func TestCheck(t *testing.T) {
	needVerilator(t)
	m := toy()
	file := filepath.Join(t.TempDir(), "sums")
	f, err := os.Create(file)
	require.NoError(t, err)
	_, err = vectors.Generate(t.Context(), f, m.Set, vectors.Options{Count: 200})
	require.NoError(t, err)
	require.NoError(t, f.Close())
	config := rtlblock.Config{Source: source("", ""), File: file}
	o, err := m.Check(t.Context(), &model.Builder{Quick: true}, config)
	require.NoError(t, err)
	require.Equal(t, 200, o.Agreed)
	require.Empty(t, o.Found())
	other := *m.Set
	other.Game = "other"
	m.Set = &other
	_, err = m.Check(t.Context(), &model.Builder{Quick: true}, config)
	require.ErrorContains(t, err, `the vectors are of the game "toy", not of "other"`)
}

func TestBits(t *testing.T) {
	b := make(rtlblock.Bits, 9)
	b.Put(3, 37, 0x15_5aa5_5aa5)
	b.Put(40, 1, 1)
	require.Equal(t, uint64(0x15_5aa5_5aa5), b.Get(3, 37))
	require.Equal(t, uint64(1), b.Get(40, 1))
	require.Zero(t, b.Get(41, 31))
}
