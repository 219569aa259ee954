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

func (r *wordReader) next(want wordType) uint64 {
	w := r.words[0]
	r.words = r.words[1:]
	require.Equal(r.t, want, typeOf(w))
	return w
}

func moveOf(w uint64) trax.Move {
	return trax.Move{
		Cell:  trax.Cell{Col: cellCol.get(w), Row: cellRow.get(w)},
		Shape: trax.Shape(shapeCodes[cellShape.get(w)]),
	}
}

// TestHexTurns plays a hex file and compares it with the same file as JSON
// Lines.
func TestHexTurns(t *testing.T) {
	o := Options{Seed: 5, Count: 4000, Form: Hex}
	var same []Vector
	jsonl := o
	jsonl.Form = JSONL
	_, err := Read(bytes.NewReader(makeFile(t, jsonl)), "f", func(v Vector) error {
		same = append(same, v)
		return nil
	})
	require.NoError(t, err)

	r := &wordReader{t: t}
	for _, line := range bytes.Fields(makeFile(t, o)[HeaderSize:]) {
		w, err := strconv.ParseUint(string(line), 16, 64)
		require.NoError(t, err)
		r.words = append(r.words, w)
	}
	require.Equal(t, 32, headColumns.get(r.next(wordHead)))
	g := newGame(Board{32, 32})
	for id, v := range same {
		w := r.next(wordVector)
		require.Equal(t, id, vectorID.get(w))
		if vectorSame.get(w) == 0 {
			g.reset()
		}
		for range vectorSetup.get(w) {
			require.True(t, g.play(moveOf(r.next(wordSetup))))
		}
		require.JSONEq(t, string(v.Want), string(r.turn(g)), "%s", v.Ask)
	}
	require.Equal(t, len(same), endCount.get(r.next(wordEnd)))
	require.Empty(t, r.words)
}

// turn reads what follows a vector's position.
func (r *wordReader) turn(g *game) json.RawMessage {
	w := r.next(wordTurn)
	v := &turn{status: Status(turnStatus.get(w)), full: turnFull.get(w) == 1}
	if v.status == OK {
		a := r.next(wordAfter)
		v.after = state{boxWidth.get(a), boxHeight.get(a), boxTiles.get(a), 0}
		v.outcome = trax.Outcome{
			Over: afterOver.get(a) == 1, Winner: trax.Color(afterWinner.get(a)),
			Completed: trax.Completed(afterCompleted.get(a)),
		}
		for range turnTiles.get(w) {
			p := r.next(wordTile)
			v.placed = append(v.placed, trax.Placement{
				Cell: moveCell(p), Tile: trax.Tile(tileTile.get(p)), Forced: tileForced.get(p) == 1,
			})
		}
	}
	b := r.next(wordBack)
	v.before = state{boxWidth.get(b), boxHeight.get(b), boxTiles.get(b), uint32(sumCRC.get(r.next(wordSum)))}
	return v.appendWant(nil)
}

func moveCell(w uint64) trax.Cell {
	return trax.Cell{Col: cellCol.get(w), Row: cellRow.get(w)}
}

// TestFieldsDoNotOverlap looks at the table of words.
func TestFieldsDoNotOverlap(t *testing.T) {
	for i, w := range words {
		used := uint64(1<<typeWidth-1) << typeOffset
		for _, f := range w.fields {
			bits := uint64(1<<f.width-1) << f.offset
			require.Zero(t, used&bits, "%s.%s", w.name, f.name)
			used |= bits
			require.Equal(t, 1<<f.width-1, f.get(f.put(-1)))
		}
		require.Equal(t, wordType(i+1), typeOf(uint64(i+1)<<typeOffset))
	}
	require.Equal(t, "END", words[wordEnd-1].name)
}
