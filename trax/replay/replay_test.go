package replay_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/replay"
)

func ExampleReplayer() {
	r := replay.New()
	if err := r.Play(strings.Fields(`@0/ A2\ B1\`)); err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(r.AppendJSON(nil, nil)))
	fmt.Print(string(r.AppendText(nil, "a loop")))
	// Output:
	// {"id":null,"plies":3,"winner":"red","reason":"loop","completed":["red-loop"],"width":2,"height":2,"tiles":4,"forced":[0,0,1],"board":["Sb","Bs"],"illegal":null,"moves":"@0/ A2\\ B1\\"}
	// a loop: red wins by loop after 3 plies
	// 4 tiles, 1 of them forced, on 2 x 2
	//     @ A B C
	//   0 . . . .
	//   1 . S b .
	//   2 . B s .
	//   3 . . . .
}

func TestIllegal(t *testing.T) {
	r := replay.New()
	require.NoError(t, r.Play([]string{"@0/", "C9+"}))
	require.EqualError(t, r.Illegal(), `ply 2 "C9+": C9 is off the board, which reaches from @0 to B2`)
	var answer struct {
		Winner, Reason string
		Moves          string
		Illegal        struct {
			Ply          int
			Move, Reason string
		}
	}
	require.NoError(t, json.Unmarshal(r.AppendJSON(nil, []byte("7")), &answer))
	require.Equal(t, "white illegal C9+ off-board 2", strings.Join([]string{
		answer.Winner, answer.Reason, answer.Illegal.Move, answer.Illegal.Reason, fmt.Sprint(answer.Illegal.Ply),
	}, " "))
	require.Equal(t, "@0/", answer.Moves, "the accepted ones")
	require.NoError(t, r.Play(nil), "it is reused")
	require.NoError(t, r.Illegal())
}

// TestLargeBoard: of a box too large no rows are written.
func TestLargeBoard(t *testing.T) {
	moves := []string{"@0/"}
	for i := 1; i < 4200; i++ {
		moves = append(moves, trax.Move{Cell: trax.Cell{Col: i/2 + 1, Row: (i+1)/2 + 1}, Shape: trax.Slash}.String())
	}
	r := replay.New()
	require.NoError(t, r.Play(moves))
	require.Contains(t, string(r.AppendJSON(nil, nil)), `"board":null,"illegal":null,"moves":"@0/ `)
	require.Less(t, len(r.AppendText(nil, "")), 1<<20)
}

func TestLister(t *testing.T) {
	l := replay.NewLister()
	got, err := l.AppendJSON(nil, nil, []string{"@0/"})
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(got), `{"legal":["@1+","@1/","@1\\","A0+",`), "%s", got)
	got, err = l.AppendText(nil, strings.Fields(`@0/ B1+ C1/ C2\ @1+ A2/ A3/ D3\`))
	require.NoError(t, err)
	require.Contains(t, string(got), `only forced play forbids: B3\ C3/`)
	_, err = l.AppendText(nil, []string{"x"})
	require.NoError(t, err)
	require.Error(t, l.Illegal())
}
