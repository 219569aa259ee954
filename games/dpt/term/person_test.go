package term

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/dpt/referee"
)

// A person with two agents writes a word for each; the end of the input gives up.
func TestPerson(t *testing.T) {
	f := &dpt.Field{Width: 3, Height: 2, Values: []int{1, 2, 3, 4, 5, 6}, Tiles: []uint8{1, 1, 0, 0, 2, 2},
		Agents: [2][]dpt.Point{{{X: 0}, {X: 1}}, {{X: 1, Y: 1}, {X: 2, Y: 1}}}}
	typed := strings.Split("mr\nmr zz\nxdr xd\nxd xu\nmd xdr\n", "\n")
	var out bytes.Buffer
	p := &Person{Seat: "second", Out: &out, Read: func(context.Context) (string, error) {
		if len(typed) == 1 {
			return "", io.EOF
		}
		line := typed[0]
		typed = typed[1:]
		return line, nil
	}}
	s := &referee.TurnState{Turn: 2, Turns: 5, Field: f}
	require.Equal(t, []dpt.Action{{Type: dpt.Remove, DX: 1, DY: 1}, {Type: dpt.Remove, DY: 1}}, p.Choose(t.Context(), s, time.Second))
	require.Equal(t, []dpt.Action{{Type: dpt.Move, DY: 1}, {Type: dpt.Remove, DX: 1, DY: 1}}, p.Choose(t.Context(), s, time.Second))
	require.NoError(t, p.Left())
	require.Nil(t, p.Choose(t.Context(), s, time.Second))
	require.ErrorIs(t, p.Left(), io.EOF)
	for _, want := range []string{
		"second, turn 2 of 5: you, A, have ", "your agents, column and row from 0:  0 0  1 0\n",
		"write 2 times m or x and a direction, or s\n", `unknown action "zz"; `, "xd is against the rules\n",
	} {
		require.Contains(t, out.String(), want)
	}
}
