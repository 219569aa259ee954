package vectors

import (
	"strconv"

	"github.com/loopline/loopline/games/chaser"
	"github.com/loopline/loopline/vectors"
)

// window is a vector: a question and what is seen.
type window struct {
	Question
	seen chaser.Window
}

// newWindow looks by the rules.
func newWindow(q Question) *window {
	g := chaser.New(&chaser.Map{Rows: q.Rows, Start: [2]chaser.Point{q.Player, q.Other}}, 1)
	w := &window{Question: q}
	if q.Action == chaser.Walk {
		w.seen = g.GetReady(0)
	} else {
		w.seen = g.Play(chaser.Method{Action: q.Action, Direction: q.Direction})
	}
	return w
}

func (w *window) AppendAsk(dst []byte) []byte {
	dst = append(w.appendRows(append(dst, `{"map":"`...)), `","player":`...)
	dst = append(appendPoint(dst, w.Player), `,"other":`...)
	dst = append(append(appendPoint(dst, w.Other), `,"action":"`...), actions[w.Action]...)
	return append(append(append(dst, `","direction":"`...), w.direction()...), `"}`...)
}

// direction is the letter of the direction.
func (w *window) direction() string {
	return chaser.Method{Action: w.Action, Direction: w.Direction}.String()[1:]
}

func (w *window) appendRows(dst []byte) []byte {
	for y, row := range w.Rows {
		if y > 0 {
			dst = append(dst, '/')
		}
		for _, c := range row {
			dst = append(dst, '0'+byte(c))
		}
	}
	return dst
}

func appendPoint(dst []byte, p chaser.Point) []byte {
	dst = strconv.AppendInt(append(dst, '['), int64(p.X), 10)
	dst = strconv.AppendInt(append(dst, ','), int64(p.Y), 10)
	return append(dst, ']')
}

func (w *window) AppendWant(dst []byte) []byte { return AppendWant(dst, w.seen) }

// AppendWant appends what is seen, in the form of a vector's want.
func AppendWant(dst []byte, seen chaser.Window) []byte {
	return append(append(append(dst, `{"window":"`...), seen.String()...), `"}`...)
}

func (w *window) AppendHex(dst []byte, id int, _ bool) []byte {
	dst = vectors.AppendWord(dst, wordVector, vectors.VectorID.Put(id))
	for y, row := range w.Rows {
		cells := 0
		for x, c := range row {
			cells |= int(c) << (2 * x)
		}
		dst = vectors.AppendWord(dst, wordRow, rowCells.Put(cells)|rowRow.Put(y))
	}
	seen := 0
	for i, c := range w.seen {
		seen |= int(c) << (2 * i)
	}
	return vectors.AppendWord(dst, wordWindow, windowCells.Put(seen)|windowAction.Put(int(w.Action))|
		windowDirection.Put(int(w.Direction))|windowX.Put(w.Player.X)|windowY.Put(w.Player.Y)|
		windowOtherX.Put(w.Other.X)|windowOtherY.Put(w.Other.Y))
}

func (w *window) AppendCSV(dst []byte) []byte {
	dst = w.appendRows(append(dst, ','))
	for _, p := range [2]chaser.Point{w.Player, w.Other} {
		dst = strconv.AppendInt(append(dst, ','), int64(p.X), 10)
		dst = strconv.AppendInt(append(dst, ' '), int64(p.Y), 10)
	}
	dst = append(append(append(dst, ','), actions[w.Action]...), ',')
	return append(append(append(dst, w.direction()...), ','), w.seen.String()...)
}
