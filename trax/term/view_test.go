package term

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/referee"
)

// note is the record's event of a ply.
func note(t *testing.T, ply referee.Ply) record.Event {
	data, err := json.Marshal(ply)
	require.NoError(t, err)
	return record.Event{Type: record.EventNote, Name: referee.NotePly, Data: data}
}

func TestViewFollowsAndStepsBack(t *testing.T) {
	v := NewView()
	moves := strings.Fields(`@0/ A2\ @2/ B3+`)
	p := trax.NewPosition()
	boards := []string{string(p.AppendText(nil))}
	for i, move := range moves {
		require.NoError(t, p.PlayText(move))
		boards = append(boards, string(p.AppendText(nil)))
		m, ok := v.Observe(note(t, referee.Ply{Ply: i + 1, Seat: i % 2, Move: move, Forced: i}))
		require.True(t, ok)
		require.Equal(t, i%2, m.Seat)
		require.Contains(t, m.Words.String(), move)
		require.Equal(t, i > 0, !m.Remark.IsZero())
	}
	require.Equal(t, len(moves), v.Moves())
	for _, n := range []int{4, 0, 2, 1, 3, 0, 4} {
		require.Equal(t, boards[n], string(v.Draw(nil, n, terminal.Style{}, terminal.Unbounded)), n)
	}
}

// What is no ply, or one that cannot be played, changes nothing.
func TestViewPassesOverTheRest(t *testing.T) {
	v := NewView()
	for _, e := range []record.Event{
		{Type: record.EventAnswer, Text: "@0/"},
		{Type: record.EventNote, Name: referee.NotePly, Data: []byte("{")},
		{Type: record.EventNote, Name: "other", Data: []byte(`{"move":"@0/"}`)},
		note(t, referee.Ply{Move: "ZZ99/"}),
	} {
		_, ok := v.Observe(e)
		require.False(t, ok)
	}
	require.Zero(t, v.Moves())
}
