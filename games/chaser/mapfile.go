package chaser

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ParseMap reads the text of a map file: lines of a letter, a colon and a value,
//
//	N:name  T:turns  S:width,height  D:0,2,3,...  H:x,y  C:x,y
//
// in any order, of which the D lines are the rows from the top. Lines end with
// LF or CR LF. The D lines alone give the size; S is not read. A map without T
// has Turns -1.
func ParseMap(text string) (*Map, error) {
	p := mapParser{m: Map{Turns: -1}, lines: map[string]int{}}
	for i, line := range strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if err := p.line(i+1, line); err != nil {
			return nil, fmt.Errorf("line %d of the map: %w", i+1, err)
		}
	}
	for player, key := range [2]string{"C", "H"} {
		if p.lines[key] == 0 {
			return nil, fmt.Errorf("map has no line %s:x,y: it does not say where %s stands", key, Seats[player])
		}
	}
	if err := p.m.Check(); err != nil {
		return nil, err
	}
	return &p.m, nil
}

// mapParser reads a map line by line.
type mapParser struct {
	m     Map
	lines map[string]int // where a letter was, for those that may be once
}

func (p *mapParser) line(number int, line string) (err error) {
	key, value, ok := strings.Cut(line, ":")
	if !ok {
		return fmt.Errorf("%.40q is not a letter, a colon and a value", line)
	}
	if first := p.lines[key]; first > 0 && key != "D" {
		return fmt.Errorf("%s was given before, in line %d", key, first)
	}
	p.lines[key] = number
	switch key {
	case "N":
		p.m.Name = value
	case "T":
		p.m.Turns, err = number0(value, MaxTurns)
	case "S":
	case "D":
		err = p.row(value)
	case "H":
		p.m.Start[1], err = parsePoint(value)
	case "C":
		p.m.Start[0], err = parsePoint(value)
	default:
		return fmt.Errorf("%.20q: want one of N, T, S, D, H and C", key)
	}
	return err
}

// row reads a row of cells.
func (p *mapParser) row(value string) error {
	if len(p.m.Rows) == MaxSide {
		return fmt.Errorf("map has more than %d rows", MaxSide)
	}
	var row []Cell
	for word := range strings.SplitSeq(strings.TrimSuffix(value, ","), ",") {
		c, err := parseCell(strings.TrimSpace(word))
		if err != nil {
			return fmt.Errorf("cell %d: %w", len(row)+1, err)
		}
		if row = append(row, c); len(row) > MaxSide {
			return fmt.Errorf("row has more than %d cells", MaxSide)
		}
	}
	p.m.Rows = append(p.m.Rows, row)
	return nil
}

func parseCell(word string) (Cell, error) {
	switch word {
	case "0":
		return Floor, nil
	case "2":
		return Block, nil
	case "3":
		return Item, nil
	}
	return 0, fmt.Errorf("%.20q: want one of 0 (floor), 2 (block) and 3 (item)", word)
}

func parsePoint(value string) (Point, error) {
	x, y, ok := strings.Cut(value, ",")
	px, errX := number0(x, 1<<30)
	py, errY := number0(y, 1<<30)
	if !ok || errX != nil || errY != nil {
		return Point{}, fmt.Errorf("%.40q: write a cell as column,row counted from 0", value)
	}
	return Point{px, py}, nil
}

// number0 reads a whole number from 0 to a bound.
func number0(word string, most int) (int, error) {
	n, err := strconv.Atoi(strings.TrimSpace(word))
	if err != nil || n < 0 || n > most {
		return 0, errors.New(strconv.Quote(clipped(word)) + " is not a whole number from 0 to " + strconv.Itoa(most))
	}
	return n, nil
}

// clipped is a word cut for an error.
func clipped(word string) string { return word[:min(len(word), 40)] }
