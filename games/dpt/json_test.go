package dpt

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// question is what Replay is asked.
type question struct {
	Width  int            `json:"width"`
	Height int            `json:"height"`
	Points [][]int        `json:"points"`
	Tiled  [][]int        `json:"tiled"`
	Agents [2][][2]int    `json:"agents"`
	Turns  []questionTurn `json:"turns"`
}

type questionTurn struct {
	Actions [2][][3]int `json:"actions"`
	Points  [][]int     `json:"points,omitempty"`
}

func ask(f *Field) *question {
	q := &question{Width: f.Width, Height: f.Height, Points: rowsOf(f.Values, f.Width), Turns: []questionTurn{}}
	tiled := make([]int, len(f.Tiles))
	for i, t := range f.Tiles {
		tiled[i] = int(t)
	}
	q.Tiled = rowsOf(tiled, f.Width)
	for team := range f.Agents {
		q.Agents[team] = [][2]int{}
		for _, at := range f.Agents[team] {
			q.Agents[team] = append(q.Agents[team], [2]int{at.X, at.Y})
		}
	}
	return q
}

// replayed asks and gives the answer as JSON has it.
func replayed(t *testing.T, q any) map[string]any {
	t.Helper()
	text, err := json.Marshal(q)
	require.NoError(t, err)
	answer, err := Replay(text)
	require.NoError(t, err, string(text))
	text, err = json.Marshal(answer)
	require.NoError(t, err)
	var out map[string]any
	require.NoError(t, json.Unmarshal(text, &out))
	return out
}

// Games with values that change come out as the obvious implementation says.
func TestReplayAgainstNaive(t *testing.T) {
	tier.Slow(t)
	rng := rand.New(rand.NewPCG(9, 9))
	for range 200 {
		f := anyField(rng)
		q, n := ask(f), newNaive(f, false)
		p := NewPosition(f, false)
		var want []string
		for range rng.IntN(6) {
			turn := questionTurn{Actions: [2][][3]int{{}, {}}}
			actions := anyActions(rng, p)
			for team := range actions {
				for _, a := range actions[team] {
					turn.Actions[team] = append(turn.Actions[team], [3]int{int(a.Type), a.DX, a.DY})
				}
			}
			apply := n.play(actions)
			p.Play(actions)
			if rng.IntN(2) == 0 {
				for y := range n.values {
					for x := range n.values[y] {
						n.values[y][x] = rng.IntN(5) - 2
					}
				}
				turn.Points = copied(n.values)
			}
			q.Turns = append(q.Turns, turn)
			want = append(want, n.told(apply))
		}
		out := replayed(t, q)
		got := out["turns"].([]any)
		require.Len(t, got, len(want))
		for i := range want {
			require.Equal(t, want[i], toldTurn(got[i].(map[string]any)))
		}
		tile0, area0 := n.points(0)
		tile1, area1 := n.points(1)
		require.Equal(t, fmt.Sprint([]int{tile0, tile1}, []int{area0, area1}), fmt.Sprint(out["tilePoint"], out["areaPoint"]))
		switch {
		case tile0+area0 != tile1+area1:
			require.Equal(t, "total", out["reason"])
			require.Equal(t, tile0+area0 < tile1+area1, out["winner"] == 1.0)
		case tile0 != tile1:
			require.Equal(t, "tile", out["reason"])
			require.Equal(t, tile0 < tile1, out["winner"] == 1.0)
		default:
			require.Equal(t, "draw", out["reason"])
			require.Nil(t, out["winner"])
		}
	}
}

func copied(rows [][]int) (all [][]int) {
	for _, row := range rows {
		all = append(all, append([]int(nil), row...))
	}
	return all
}

// told is all that an answer says of a turn.
func (n *naive) told(apply [2][]int) string {
	var rows []string
	for _, row := range n.tiles {
		rows = append(rows, strings.Trim(strings.ReplaceAll(fmt.Sprint(row), " ", ""), "[]"))
	}
	tile0, area0 := n.points(0)
	tile1, area1 := n.points(1)
	var agents [2][][2]int
	for team := range agents {
		for _, at := range n.agents[team] {
			agents[team] = append(agents[team], [2]int{at.X, at.Y})
		}
	}
	return fmt.Sprint(rows, agents, apply, []int{tile0, tile1}, []int{area0, area1})
}

func toldTurn(turn map[string]any) string {
	return fmt.Sprint(turn["tiled"], turn["agents"], turn["apply"], turn["tilePoint"], turn["areaPoint"])
}

const small = `"width":2,"height":1,"points":[[1,2]],"tiled":[[1,0]],"agents":[[[0,0]],[[1,0]]]`

// What is impossible is an error that names the place.
func TestReplayRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`[]`:                           "not a JSON object",
		`{"width":2}`:                  "height is missing",
		`{` + small + `}`:              "turns is missing",
		`{` + small + `,"turns":{}}`:   "turns is not a list",
		`{` + small + `,"turns":[{}]}`: "turns[0].actions is missing",
		`{` + small + `,"turns":[{"actions":[[]]}]}`:                                "turns[0].actions has 1 elements, not 2",
		`{` + small + `,"turns":[{"actions":[[[1,0]],[]]}]}`:                        "turns[0].actions[0][0] has 2 elements, not 3",
		`{` + small + `,"turns":[{"actions":[[[3,0,1]],[]]}]}`:                      "turns[0].actions[0][0][0] is 3, outside 0 to 2",
		`{` + small + `,"turns":[{"actions":[[[1,0.5,1]],[]]}]}`:                    "turns[0].actions[0][0][1] is 0.5, not a whole number",
		`{` + small + `,"turns":[{"actions":[[[0,0,0],[0,0,0]],[]]}]}`:              "turns[0].actions[0] has 2 actions for 1 agents",
		`{` + small + `,"turns":[{"actions":[[],[]],"points":[[1]]}]}`:              "turns[0].points[0] has 1 elements, not 2",
		`{` + small + `,"turns":[{"actions":[[],[]],"points":null}]}`:               "turns[0].points is not a list",
		`{"width":0,"height":1,"points":[],"tiled":[],"agents":[[],[]],"turns":[]}`: "width is 0, outside 1 to 64",
		strings.Replace(`{`+small+`,"turns":[]}`, `[[1,0]]`, `[[1,3]]`, 1):          "tiled[0][1] is 3, outside 0 to 2",
		strings.Replace(`{`+small+`,"turns":[]}`, `[[1,2]]`, `[["1",2]]`, 1):        "points[0][0] is not a number",
		strings.Replace(`{`+small+`,"turns":[]}`, `[[1,0]]]`, `[[2,0]]]`, 1):        "agents[1][0][0] is 2, outside 0 to 1",
		strings.Replace(`{`+small+`,"turns":[]}`, `[[1,0]]]`, `[[0,0]]]`, 1):        "where another agent is",
		strings.Replace(`{`+small+`,"turns":[]}`, `[[1,0]]]`, `[[1]]]`, 1):          "agents[1][0] has 1 elements, not 2",
	} {
		_, err := Replay([]byte(text))
		require.ErrorContains(t, err, want, text)
	}
}

// A step of any length is illegal and not impossible; whole numbers may be
// written otherwise.
func TestReplayTakes(t *testing.T) {
	out := replayed(t, json.RawMessage(`{`+small+`,"more":7,"turns":[{"actions":[[[1,3000000000,0.0]],[]],"x":[]}]}`))
	require.Equal(t, "map[agents:[[[0 0]] [[1 0]]] apply:[[-1] [1]] areaPoint:[0 0] tilePoint:[1 0] tiled:[10]]", fmt.Sprint(out["turns"].([]any)[0]))
	out = replayed(t, json.RawMessage(`{"width":1.0,"height":1e0,"points":[[-3]],"tiled":[[2]],"agents":[[],[]],"turns":[]}`))
	require.Equal(t, "map[areaPoint:[0 0] reason:total tilePoint:[0 -3] turns:[] winner:0]", fmt.Sprint(out))
}

// The values of a turn count in its own points.
func TestReplayValues(t *testing.T) {
	out := replayed(t, json.RawMessage(`{`+small+`,"turns":[{"actions":[[],[]],"points":[[-5,0]]},{"actions":[[],[]]}]}`))
	for _, turn := range out["turns"].([]any) {
		require.Equal(t, "[-5 0]", fmt.Sprint(turn.(map[string]any)["tilePoint"]))
	}
	require.Equal(t, 1.0, out["winner"])
}

// FuzzReplay wants an answer or an error for whatever is asked.
func FuzzReplay(f *testing.F) {
	f.Add([]byte(`{` + small + `,"turns":[{"actions":[[[1,1,0]],[[2,-1,0]]],"points":[[1,1]]}]}`))
	f.Add([]byte(`{"width":64,"height":64}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		answer, err := Replay(text)
		if err != nil {
			require.Nil(t, answer)
			return
		}
		_, err = json.Marshal(answer)
		require.NoError(t, err)
	})
}

// FuzzReadField wants a field that can be played on and written again, or an
// error.
func FuzzReadField(f *testing.F) {
	text, err := os.ReadFile("testdata/field.json")
	require.NoError(f, err)
	f.Add(text)
	f.Fuzz(func(t *testing.T, text []byte) {
		field, err := ReadField(text)
		if err != nil {
			return
		}
		again, err := ReadField(field.State().JSON())
		require.NoError(t, err)
		require.Equal(t, field, again)
		New(Rules{Field: field, Turns: 1}).Play([2][]Action{})
	})
}
