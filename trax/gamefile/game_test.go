package gamefile

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// lineSamples are JSON Lines, good and bad.
var lineSamples = []string{
	`{"moves":"@0/ A2\\ B1\\"}`,
	`{"id":"a","moves":["@0/","A2\\"]}`,
	` { "id" : 7 , "moves" : "" } `,
	`{"moves":"@0/","board":["S.","\u0041"],"nested":{"a":[1,-2,true,null]},"x":-0}`,
	`{"moves":"@0/","moves":"@0+"}`,
	`{"Moves":"@0/"}`,
	`{"moves":"\u0040\u0030/"}`,
	`{"moves":["a b",""]}`,
	`{"moves":[null]}`, `{"moves":null}`, `{"moves":7}`, `{"moves":[7]}`, `{}`, `[]`, `7`, ``,
	`{"moves":"@0/"`, `{"moves":"@0/"}x`, `{"moves":"@0/",}`, `{,"moves":""}`, `{"moves" ""}`,
	`{"moves":"@0/","n":01}`, `{"moves":"@0/","n":1.5e3}`, `{"moves":"@0/","n":-}`, `{"moves":"\x"}`,
	"{\"moves\":\"\t\"}", "{\"moves\":\"\xff\"}", `{"id":{"a":1},"moves":"é"}`,
	`{"moves":["@0/",]}`, `{"moves":["@0/" "A1/"]}`, `{"a":tru,"moves":""}`, `{"a":[1 2],"moves":""}`,
}

// FuzzGame: bad input is an error and no panic, and a game that was read comes
// out the same when it is written and read again.
func FuzzGame(f *testing.F) {
	for _, line := range lineSamples {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		g, err := decode(line)
		if err != nil {
			return
		}
		again, err := json.Marshal(map[string]any{"id": g.ID, "moves": g.Moves})
		require.NoError(t, err)
		h, err := decode(again)
		require.NoError(t, err)
		require.Equal(t, g.Moves, h.Moves)
	})
}

// TestGame: the forms that a line may have.
func TestGame(t *testing.T) {
	for line, want := range map[string][]string{
		`{"moves":"@0/ A2\\ B1\\"}`:         {"@0/", `A2\`, `B1\`},
		`{"id":"a","moves":["@0/","A2\\"]}`: {"@0/", `A2\`},
		` { "id" : 7 , "moves" : "" } `:     {},
		`{"moves":["a b",""]}`:              {"a b", ""},
		`{"moves":"@0/","moves":"@0+"}`:     {"@0+"},
		`{"moves":"\u0040\u0030/\t@1/"}`:    {"@0/", "@1/"},
	} {
		g, err := decode([]byte(line))
		require.NoError(t, err, line)
		require.ElementsMatch(t, want, g.Moves, line)
	}
	g, err := decode([]byte(`{"id":{"a":1},"moves":""}`))
	require.NoError(t, err)
	require.Equal(t, `{"a":1}`, string(g.ID))
	require.Equal(t, `game {"a":1}`, g.Title)
}

func TestGameErrors(t *testing.T) {
	for line, want := range map[string]string{
		`{"moves":7}`:      `"moves" is neither a string nor a list of strings`,
		`{"moves":null}`:   `"moves" is neither a string nor a list of strings`,
		`{"moves":[null]}`: `"moves" holds null instead of a move`,
		`{}`:               `the object has no "moves"`,
		`[]`:               `not a JSON object: `,
		`{"moves":"@0/"`:   `not a JSON object: `,
	} {
		_, err := decode([]byte(line))
		require.ErrorContains(t, err, want, line)
	}
}
