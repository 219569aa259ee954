package terminal

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/say"
)

// escapes are the sequences that colour and place.
var escapes = regexp.MustCompile("\x1b\\[[0-9;?]*[A-Za-z]")

// countView is the view of a game in which each note is a move, and whose
// position is as large as its room, or 50 lines of 100.
type countView struct{ moves int }

func (v *countView) Observe(e record.Event) (Move, bool) {
	if e.Type != record.EventNote {
		return Move{}, false
	}
	v.moves++
	return Move{Words: say.Raw(fmt.Sprintf("move %d", v.moves)), Seat: e.Seat, Remark: say.Raw("+1")}, true
}

func (v *countView) Moves() int { return v.moves }

func (v *countView) Draw(dst []byte, _ int, _ Style, room Size) []byte {
	line := strings.Repeat("#", min(100, room.Columns)) + "\n"
	return append(dst, strings.Repeat(line, min(50, room.Rows))...)
}

// TestLivePictureFits wants no frame of a game to leave the window.
func TestLivePictureFits(t *testing.T) {
	s := &Screen{plain: &Plain{style: Style{Fancy: true}}, game: newFollower(&countView{}, 2)}
	s.seats = []host.Seat{
		{Name: "white", Address: "exec:" + strings.Repeat("x", 300)}, {Name: "red", Address: "bot"},
	}
	for range 20 {
		_, ok := s.game.observe(record.Event{Type: record.EventNote})
		require.True(t, ok)
	}
	for _, room := range []Size{{80, 24}, {40, 12}, {20, 8}, {10, 5}} {
		picture := escapes.ReplaceAllString(s.picture(room, time.Now()), "")
		lines := strings.Split(strings.TrimSuffix(picture, "\r\n"), "\r\n")
		require.LessOrEqual(t, len(lines), room.Rows, "%v", room)
		for _, line := range lines {
			require.LessOrEqual(t, len([]rune(line)), room.Columns, "%v %q", room, line)
		}
	}
}

// Seats that are asked at once have clocks of their own.
func TestFollowerClocks(t *testing.T) {
	f := newFollower(&countView{}, 3)
	f.observe(record.Event{Type: record.EventAsk, Seat: 0})
	f.observe(record.Event{Type: record.EventAsk, Seat: 2})
	f.observe(record.Event{Type: record.EventAnswer, Seat: 2, Used: 12_000})
	require.False(t, f.since[0].IsZero())
	require.True(t, f.since[1].IsZero())
	require.True(t, f.since[2].IsZero())
	line, ok := f.observe(record.Event{Type: record.EventNote, Seat: 2})
	require.True(t, ok)
	require.Equal(t, "move 1 12.0 ms +1", line)
}

// Plain names every seat, however many there are.
func TestPlainShowsThreeSeats(t *testing.T) {
	var out strings.Builder
	s := NewPlain(&out, func() View { return &countView{} })
	s.Begin([]host.Seat{{Name: "a", Address: "x"}, {Name: "b", Address: "y"}, {Name: "c", Address: "z"}}, "game 1 of 2")
	s.Event(record.Event{Type: record.EventNote})
	require.Contains(t, out.String(), "game 1 of 2: a x, b y, c z\n")
	require.Contains(t, out.String(), "move 1 0.000 ms +1\n")
	require.NoError(t, s.Close())
}
