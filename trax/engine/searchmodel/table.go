package searchmodel

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

var (
	tableColours = []string{"own", "other"}
	tableSides   = []string{"right", "top", "left", "bottom"}
)

// ReadWeights reads a table of weights as projects of "loopline new board --search" have it in
// eval/tracks.txt, which explains it: eight tables, such as "own right", each of eight rows, from
// "0:" on, of sixteen columns. The error names the line, and quotes nothing of it.
func ReadWeights(r io.Reader) (*Weights, error) {
	var w Weights
	seen := make(map[string]bool)
	lines := bufio.NewScanner(r)
	var table Track
	row := 8 // of the table before
	for number := 1; lines.Scan(); number++ {
		code, _, _ := strings.Cut(lines.Text(), "#")
		words := strings.Fields(code)
		if len(words) == 0 {
			continue
		}
		var err error
		if row == 8 {
			table, err = tableHead(words, seen)
			row = 0
		} else {
			err = w.setRow(table, row, words)
			row++
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	switch {
	case lines.Err() != nil:
		return nil, lines.Err()
	case row < 8 || len(seen) < 8:
		return nil, fmt.Errorf("it ends in table %d of 8", max(1, len(seen)))
	}
	return &w, nil
}

// tableHead reads the name of a table.
func tableHead(words []string, seen map[string]bool) (t Track, err error) {
	if len(words) != 2 || !slices.Contains(tableColours, words[0]) || !slices.Contains(tableSides, words[1]) {
		return t, errors.New("want the name of a table, such as own right, after the eight rows of the one before")
	}
	name := words[0] + " " + words[1]
	if seen[name] {
		return t, fmt.Errorf("the table %s is there twice", name)
	}
	seen[name] = true
	return Track{Own: words[0] == "own", Side: slices.Index(tableSides, words[1])}, nil
}

// setRow sets the weights of a row of a table.
func (w *Weights) setRow(t Track, row int, words []string) error {
	if words[0] != strconv.Itoa(row)+":" || len(words) != 17 {
		return fmt.Errorf("want %d: and 16 weights", row)
	}
	for i, word := range words[1:] {
		v, err := strconv.ParseInt(word, 10, 8)
		if err != nil {
			return errors.New("a weight is a whole number from -128 to 127")
		}
		t.Columns, t.Rows = i-8, row
		w[t.Index()] = int8(v)
	}
	return nil
}
