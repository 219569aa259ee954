package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// question is a list of moves that is asked about, from any format.
type question struct {
	id    []byte // a JSON value, nil if there is none
	text  string
	moves []span // in text
	lines []int  // the line of each move, where a file has lines
}

// span is a part of a text.
type span struct{ from, to int }

// move returns the i'th move as written.
func (q *question) move(i int) string { return q.text[q.moves[i].from:q.moves[i].to] }

// setList makes moves the moves of q.
func (q *question) setList(moves []string) {
	q.moves = q.moves[:0]
	var text strings.Builder
	for _, m := range moves {
		q.moves = append(q.moves, span{text.Len(), text.Len() + len(m)})
		text.WriteString(m)
	}
	q.text = text.String()
}

// setText makes the words of text the moves of q.
func (q *question) setText(text string) {
	q.text, q.moves = text, q.moves[:0]
	for i := 0; i < len(text); {
		from := i
		for i < len(text) && !isSpace(text[i]) {
			i++
		}
		if i > from {
			q.moves = append(q.moves, span{from, i})
		}
		i++
	}
}

func isSpace(b byte) bool {
	return b == ' ' || b == '\n' || b == '\t' || b == '\r'
}

// decode reads a line of JSON Lines. The usual ones are read by hand, which
// is several times faster; all others by encoding/json, which has the last
// word on what is JSON.
func (q *question) decode(line []byte, scratch *jsonScanner) error {
	q.lines = nil
	if scratch.question(line, q) {
		return nil
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(line, &object); err != nil {
		return fmt.Errorf("not a JSON object: %w", err)
	}
	q.id = object["id"]
	return q.decodeMoves(object["moves"])
}

func (q *question) decodeMoves(value json.RawMessage) error {
	value = bytes.TrimSpace(value)
	switch {
	case len(value) == 0:
		return errors.New(`the object has no "moves"`)
	case value[0] == '"':
		var text string
		if err := json.Unmarshal(value, &text); err != nil {
			return fmt.Errorf(`"moves": %w`, err)
		}
		q.setText(text)
		return nil
	}
	var list []*string
	if err := json.Unmarshal(value, &list); err != nil || list == nil {
		return errors.New(`"moves" is neither a string nor a list of strings`)
	}
	moves := make([]string, len(list))
	for i, m := range list {
		if m == nil {
			return errors.New(`"moves" holds null instead of a move`)
		}
		moves[i] = *m
	}
	q.setList(moves)
	return nil
}
