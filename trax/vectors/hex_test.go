package vectors

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/vectors"
)

// makeFile writes a file with the given options.
func makeFile(t *testing.T, o Options) []byte {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file")
	f, err := os.Create(name)
	require.NoError(t, err)
	_, err = Generate(context.Background(), f, o)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return text
}

// wordReader reads words as a testbench does.
type wordReader struct {
	t     *testing.T
	words []uint64
}

func (r *wordReader) next(want vectors.WordType) uint64 {
	w := r.words[0]
	r.words = r.words[1:]
	require.Equal(r.t, want, vectors.TypeOf(w))
	return w
}

func moveOf(w uint64) trax.Move {
	return trax.Move{
		Cell:  trax.Cell{Col: cellCol.Get(w), Row: cellRow.Get(w)},
		Shape: trax.Shape(shapeCodes[cellShape.Get(w)]),
	}
}

// TestHexTurns plays a hex file and compares it with the same file as JSON
// Lines.
func TestHexTurns(t *testing.T) {
	o := Options{Seed: 5, Count: 4000, Encoding: Hex}
	var same []Vector
	jsonl := o
	jsonl.Encoding = JSONL
	_, err := Read(bytes.NewReader(makeFile(t, jsonl)), "f", func(v Vector) error {
		same = append(same, v)
		return nil
	})
	require.NoError(t, err)

	r := &wordReader{t: t}
	for _, line := range bytes.Fields(makeFile(t, o)[vectors.HeaderSize:]) {
		w, err := strconv.ParseUint(string(line), 16, 64)
		require.NoError(t, err)
		r.words = append(r.words, w)
	}
	require.Equal(t, 32, vectors.HeadColumns.Get(r.next(wordHead)))
	g := newGame(Set().Grid)
	for id, v := range same {
		w := r.next(wordVector)
		require.Equal(t, id, vectors.VectorID.Get(w))
		if vectorSame.Get(w) == 0 {
			g.reset()
		}
		for range vectorSetup.Get(w) {
			require.True(t, g.play(moveOf(r.next(wordSetup))))
		}
		require.JSONEq(t, string(v.Want), string(r.turn(g)), "%s", v.Ask)
	}
	require.Equal(t, len(same), vectors.EndCount.Get(r.next(wordEnd)))
	require.Empty(t, r.words)
}

// turn reads what follows a vector's position.
func (r *wordReader) turn(g *game) json.RawMessage {
	w := r.next(wordTurn)
	v := &turn{status: Status(turnStatus.Get(w)), full: turnFull.Get(w) == 1}
	if v.status == OK {
		a := r.next(wordAfter)
		v.after = state{boxWidth.Get(a), boxHeight.Get(a), boxTiles.Get(a), 0}
		v.outcome = trax.Outcome{
			Over: afterOver.Get(a) == 1, Winner: trax.Color(afterWinner.Get(a)),
			Completed: trax.Completed(afterCompleted.Get(a)),
		}
		for range turnTiles.Get(w) {
			p := r.next(wordTile)
			v.placed = append(v.placed, trax.Placement{
				Cell: moveCell(p), Tile: trax.Tile(tileTile.Get(p)), Forced: tileForced.Get(p) == 1,
			})
		}
	}
	b := r.next(wordBack)
	v.before = state{boxWidth.Get(b), boxHeight.Get(b), boxTiles.Get(b), uint32(sumCRC.Get(r.next(wordSum)))}
	return v.AppendWant(nil)
}

func moveCell(w uint64) trax.Cell {
	return trax.Cell{Col: cellCol.Get(w), Row: cellRow.Get(w)}
}

// TestFieldsDoNotOverlap looks at the table of words.
func TestFieldsDoNotOverlap(t *testing.T) {
	for i, w := range words.List {
		used := uint64(31) << 59 // the type
		for _, f := range w.Fields {
			bits := uint64(1<<f.Width-1) << f.Offset
			require.Zero(t, used&bits, "%s.%s", w.Name, f.Name)
			used |= bits
			require.Equal(t, 1<<f.Width-1, f.Get(f.Put(-1)))
		}
		require.Equal(t, vectors.WordType(i+1), vectors.TypeOf(uint64(i+1)<<59))
	}
	require.Equal(t, "END", words.List[wordEnd-1].Name)
}
