package procon30

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/dpt/referee"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
)

// playMatch plays a match of three turns of a second on a row of cells, both
// teams over HTTP and in fake time: clients ask in the middle of each turn.
func playMatch(t *testing.T, during func(r *rig, turn int)) (v host.Verdict, recorded string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		r, served := newRig(t), make(chan error, 2)
		f := &dpt.Field{Width: 7, Height: 1, Values: []int{1, 1, 1, 1, 1, 1, 1}, Tiles: []uint8{1, 0, 0, 0, 0, 0, 2},
			Agents: [2][]dpt.Point{{{X: 0}}, {{X: 6}}}}
		var seats [2]host.Seat
		var lines [2]*hosttest.PipeEnd
		for team, s := range r.seats {
			ours, theirs := hosttest.Pair()
			lines[team], seats[team] = ours, host.Seat{Player: ours, Address: "api", PollingClient: true}
			go func() { served <- s.Serve(t.Context(), theirs) }()
		}
		c := referee.Config{Move: time.Second, Pause: time.Second, Rules: dpt.Rules{Field: f, Turns: 3}}
		m, err := c.Game(seats[0], seats[1])
		require.NoError(t, err)
		var out bytes.Buffer
		m.Record = &out
		done := make(chan struct{})
		go func() {
			defer close(done)
			v, err = m.Run(t.Context())
		}()
		synctest.Wait()
		time.Sleep(time.Until(r.room.startAt(time.Now())) + time.Second/2)
		for turn := 1; turn <= 3; turn++ {
			during(r, turn)
			time.Sleep(2 * time.Second)
		}
		<-done
		require.NoError(t, err)
		for _, line := range lines {
			require.NoError(t, line.Close())
			require.NoError(t, <-served)
		}
		recorded = out.String()
	})
	games, err := record.Read(strings.NewReader(recorded))
	require.NoError(t, err)
	report, err := referee.Verify(&games[0])
	require.NoError(t, err)
	require.True(t, report.Complete)
	require.Equal(t, v.Scores, report.Verdict.Scores)
	return v, recorded
}

// A fault of a client costs it the turn; it and the other play on.
func TestFaultsCostATurn(t *testing.T) {
	const right = `{"actions":[{"agentID":1,"type":"move","dx":1,"dy":0}]}`
	for _, c := range []struct {
		name   string
		second string // what the first team sends in the second turn; empty is nothing
		code   int
		gone   bool // and nothing in the third
		tiles  int  // it has at the end
	}{
		{"as it should be", right, http.StatusCreated, false, 4},
		{"silent", "", 0, false, 3},
		{"gone", "", 0, true, 2},
		{"half a body", `{"actions":[{`, http.StatusBadRequest, false, 3},
		{"an unknown type", `{"actions":[{"agentID":1,"type":"jump","dx":1,"dy":0}]}`, http.StatusBadRequest, false, 3},
		{"the other's agent", `{"actions":[{"agentID":2,"type":"move","dx":-1,"dy":0}]}`, http.StatusBadRequest, false, 3},
		{"off the field", `{"actions":[{"agentID":1,"type":"move","dx":0,"dy":-1}]}`, http.StatusCreated, false, 3},
		{"a wide step", `{"actions":[{"agentID":1,"type":"move","dx":4294967297,"dy":0}]}`, http.StatusCreated, false, 3},
		{"nothing to remove", `{"actions":[{"agentID":1,"type":"remove","dx":1,"dy":0}]}`, http.StatusCreated, false, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			v, record := playMatch(t, func(r *rig, turn int) {
				body, code := right, http.StatusCreated
				if turn == 2 {
					body, code = c.second, c.code
				}
				if body != "" && !(c.gone && turn > 1) {
					got, text := r.ask("POST", "/matches/7/action", "AA", body)
					require.Equal(t, code, got, text)
				}
				if turn == 1 {
					got, _ := r.ask("POST", "/matches/7/action", "BB", `{"actions":[{"agentID":2,"type":"move","dx":-1,"dy":0}]}`)
					require.Equal(t, http.StatusCreated, got)
				}
			})
			require.Equal(t, []int{c.tiles, 2}, v.Scores)
			require.Nil(t, v.Foul)
			require.Equal(t, 3, v.Ply)
			require.NotContains(t, record, `"type":"foul"`)
		})
	}
}

// What comes in the pause is refused, and does not count in the next turn.
func TestTooLate(t *testing.T) {
	v, _ := playMatch(t, func(r *rig, turn int) {
		if turn == 1 {
			time.Sleep(time.Second)
			code, text := r.ask("POST", "/matches/7/action", "AA", `{"actions":[{"agentID":1,"type":"move","dx":1,"dy":0}]}`)
			require.Equal(t, http.StatusBadRequest, code)
			require.Contains(t, text, UnacceptableTime)
		}
	})
	require.Equal(t, []int{1, 1}, v.Scores)
}
