package vectors

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/vectors"
)

// readWords returns the words of a hex file for reading.
func readWords(t *testing.T, text []byte) *wordReader {
	t.Helper()
	r := &wordReader{t: t}
	for _, line := range bytes.Fields(text[vectors.HeaderSize:]) {
		w, err := strconv.ParseUint(string(line), 16, 64)
		require.NoError(t, err)
		r.words = append(r.words, w)
	}
	return r
}

// is tells whether the next word is of a type.
func (r *wordReader) is(t vectors.WordType) bool { return vectors.TypeOf(r.words[0]) == t }

// bytes reads n bytes.
func (r *wordReader) bytes(n int) (text []byte) {
	for ; n > 0; n -= 7 {
		w := vectors.BytesBytes.Get(r.next(wordBytes))
		for i := range 7 {
			c := byte(w >> (8 * i))
			if i < n {
				text = append(text, c)
			} else {
				require.Zero(r.t, c, "unused bytes are 0")
			}
		}
	}
	return text
}

// TestHexOfOtherKinds reads hex files as a testbench does and wants of their
// vectors all that the same files have as JSON Lines.
func TestHexOfOtherKinds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind  Kind
		count int
		read  func(r *wordReader, first uint64) vectors.Item
	}{
		{Moves, 60, new(movesReader).read},
		{Notation, 3000, readNotation},
		{Protocol, 400, readProtocol},
		{UART, 800, readUART},
	} {
		t.Run(string(c.kind), func(t *testing.T) {
			t.Parallel()
			o := Options{Kind: c.kind, Seed: 6, Count: c.count}
			var want []Vector
			_, err := Read(bytes.NewReader(makeFile(t, o)), "f", func(v Vector) error {
				want = append(want, v)
				return nil
			})
			require.NoError(t, err)
			require.Len(t, want, c.count)
			o.Encoding = Hex
			r := readWords(t, makeFile(t, o))
			head := r.next(wordHead)
			require.Equal(t, vectors.Version, vectors.HeadVersion.Get(head))
			require.Equal(t, c.kind, Set().Kinds[headKind.Get(head)-1].Kind)
			for id, v := range want {
				w := r.next(wordVector)
				require.Equal(t, id, vectors.VectorID.Get(w))
				got := c.read(r, w)
				require.JSONEq(t, string(v.Ask), string(got.AppendAsk(nil)))
				require.JSONEq(t, string(v.Want), string(got.AppendWant(nil)))
			}
			end := r.next(wordEnd)
			require.Equal(t, c.count, vectors.EndCount.Get(end))
			require.Empty(t, r.words)
		})
	}
}

// movesReader reads moves vectors.
type movesReader struct{ position []byte }

func (m *movesReader) read(r *wordReader, first uint64) vectors.Item {
	if vectorSame.Get(first) == 0 {
		m.position = nil
	}
	for range vectorSetup.Get(first) {
		m.position = appendWordTo(m.position, moveOf(r.next(wordSetup)).String())
	}
	v := &movesVector{moves: m.position}
	for r.is(wordMove) {
		w := r.next(wordMove)
		text := moveText{moveOf(w), moveOf(w).String(), moveFull.Get(w) == 1}
		if moveLegal.Get(w) == 1 {
			v.legal = append(v.legal, text)
		} else {
			v.forced = append(v.forced, text)
		}
	}
	return v
}

func readNotation(r *wordReader, _ uint64) vectors.Item {
	w := r.next(wordText)
	v := &notationVector{text: r.bytes(textLength.Get(w)), ok: Status(textStatus.Get(w)) == OK}
	if !v.ok {
		require.Equal(r.t, Syntax, Status(textStatus.Get(w)))
		require.Equal(r.t, 3, textShape.Get(w))
		return v
	}
	col, row := r.next(wordNumber), r.next(wordNumber)
	require.Equal(r.t, [2]int{0, 1}, [2]int{numberRow.Get(col), numberRow.Get(row)})
	v.move = trax.Move{
		Cell:  trax.Cell{Col: numberValue.Get(col), Row: numberValue.Get(row)},
		Shape: trax.Shape(shapeCodes[textShape.Get(w)]),
	}
	return v
}

// readProtocol takes the accepted moves and the reason of a win, which the
// words do not have, from the events.
func readProtocol(r *wordReader, _ uint64) vectors.Item {
	v := &protocolVector{}
	for r.is(wordEvent) {
		w := r.next(wordEvent)
		v.events = append(v.events, event{
			trax.Color(eventSeat.Get(w)), eventFrom.Get(w) == 1, string(r.bytes(eventLength.Get(w))),
		})
	}
	w := r.next(wordVerdict)
	v.winner, v.status = trax.Color(verdictWinner.Get(w)), Status(verdictStatus.Get(w))
	v.plies = verdictPlies.Get(w)
	require.Equal(r.t, bit(v.status != OK), verdictFoul.Get(w))
	p := trax.NewPosition()
	named := [2]bool{}
	for _, e := range v.events {
		line := strings.TrimRight(e.text, " \r\n")
		switch {
		case !e.from:
		case !named[e.seat]:
			named[e.seat] = line == "WT" || line == "RD"
		case p.Ply() < v.plies:
			require.NoError(r.t, p.PlayText(line))
			v.moves = appendWordTo(v.moves, line)
		default:
			require.Error(r.t, p.PlayText(line))
		}
	}
	v.reason = p.Outcome().Reason()
	if v.status != OK {
		v.reason = "illegal"
	}
	return v
}

func readUART(r *wordReader, _ uint64) vectors.Item {
	w := r.next(wordFrame)
	v := &uartVector{send: frameSend.Get(w) == 1, divider: frameDivider.Get(w), errors: frameErrors.Get(w)}
	v.bytes = r.bytes(frameLength.Get(w))
	for r.is(wordRun) {
		w := r.next(wordRun)
		v.runs = append(v.runs, run{runLevel.Get(w), runCycles.Get(w)})
	}
	return v
}

// TestHexAsks wants the move of a TURN word.
func TestHexAsks(t *testing.T) {
	o := Options{Seed: 5, Goal: 0, Count: 2000}
	var asks []string
	_, err := Read(bytes.NewReader(makeFile(t, o)), "f", func(v Vector) error {
		var ask struct{ Move string }
		require.NoError(t, json.Unmarshal(v.Ask, &ask))
		asks = append(asks, ask.Move)
		return nil
	})
	require.NoError(t, err)
	o.Encoding = Hex
	for _, w := range readWords(t, makeFile(t, o)).words {
		if vectors.TypeOf(w) != wordTurn {
			continue
		}
		m, err := trax.ParseMove(asks[0])
		if err == nil {
			require.Equal(t, m, moveOf(w))
		} else {
			require.Equal(t, 3, cellShape.Get(w))
		}
		asks = asks[1:]
	}
	require.Empty(t, asks)
}
