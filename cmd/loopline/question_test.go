package main

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

// FuzzQuestion compares reading by hand with encoding/json: whatever is read
// by hand comes out the same, and bad input is an error and no panic.
func FuzzQuestion(f *testing.F) {
	for _, line := range lineSamples {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		byHand := &question{}
		if !new(jsonScanner).question(line, byHand) {
			_ = new(question).decode(line, new(jsonScanner))
			return
		}
		var object map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(line, &object), "%s", line)
		reference := &question{id: object["id"]}
		require.NoError(t, reference.decodeMoves(object["moves"]), "%s", line)
		require.Equal(t, string(reference.id), string(byHand.id), "%s", line)
		require.Equal(t, words(reference), words(byHand), "%s", line)
	})
}

func words(q *question) []string {
	all := []string{}
	for i := range q.moves {
		all = append(all, q.move(i))
	}
	return all
}

func TestQuestionErrors(t *testing.T) {
	for line, want := range map[string]string{
		`{"moves":7}`:      `"moves" is neither a string nor a list of strings`,
		`{"moves":null}`:   `"moves" is neither a string nor a list of strings`,
		`{"moves":[null]}`: `"moves" holds null instead of a move`,
		`{}`:               `the object has no "moves"`,
		`[]`:               `not a JSON object: `,
		`{"moves":"@0/"`:   `not a JSON object: `,
	} {
		require.ErrorContains(t, new(question).decode([]byte(line), new(jsonScanner)), want, line)
	}
}
