package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/loopline/loopline/trax/vectors"
)

// Operations of the core, and what they are called in scripts of the testbench.
const (
	opNew = iota
	opPlay
	opUndo
	opTry
	opGen
)

// genEvery is the number of vectors between GEN commands.
const genEvery = 16

// A script holds the testbench's commands to a core: for each vector of a file of turns
// the position, unless the vector before had the same, then
// TRY, PLAY and, if the turn is legal, UNDO; for some also GEN.
type script struct {
	text    []byte
	reports []report // that the testbench will print, in order
	turns   int
	after   string // the moves on the board now
}

// A report is a command on which the testbench reports.
type report struct {
	op   int
	turn *turn
}

// turn is a turn vector, as far as it is judged here.
type turn struct {
	ID   int
	Ask  struct{ Moves, Move string }
	Want struct {
		Status        string
		Full          bool
		Written       string
		Forced        []string
		Width, Height int
		Tiles         int
		Winner        string
		Completed     []string
		Back          struct{ Width, Height, Tiles int }
	}
}

// newScript makes a script of a file of turn vectors.
func newScript(r io.Reader, name string) (*script, error) {
	s := &script{after: "nothing yet"}
	h, err := vectors.Read(r, name, func(v vectors.Vector) error {
		t := &turn{ID: v.ID}
		if err := json.Unmarshal(v.Ask, &t.Ask); err != nil {
			return err
		}
		if err := json.Unmarshal(v.Want, &t.Want); err != nil {
			return err
		}
		return s.add(t)
	})
	switch {
	case err != nil:
		return nil, err
	case h.Kind != vectors.Turn || h.Encoding != vectors.JSONL:
		return nil, fmt.Errorf("%s holds %s vectors as %s instead of turn vectors as jsonl", name, h.Kind, h.Encoding)
	}
	return s, nil
}

// add appends the commands of one vector.
func (s *script) add(t *turn) error {
	if t.Ask.Moves != s.after {
		s.command(opNew, move{}, nil)
		for _, text := range strings.Fields(t.Ask.Moves) {
			m, ok := parseMove(text)
			if !ok {
				return fmt.Errorf("invalid move %q", text)
			}
			s.command(opPlay, m, nil)
		}
		s.after = t.Ask.Moves
	}
	m, ok := parseMove(t.Ask.Move)
	if !ok {
		m = move{0, 0, 3}
	}
	if s.turns%genEvery == 0 {
		s.command(opGen, move{}, t)
	}
	s.command(opTry, m, t)
	s.command(opPlay, m, t)
	if t.Want.Status == vectors.OK.String() && !t.Want.Full {
		s.command(opUndo, move{}, t)
	}
	s.turns++
	return nil
}

// command appends a command, on which the testbench reports if t is given.
func (s *script) command(op int, m move, t *turn) {
	reported := 0
	if t != nil {
		reported = 1
		s.reports = append(s.reports, report{op, t})
	}
	s.text = fmt.Appendf(s.text, "%d %d %d %d %d\n", op, m.col, m.row, m.shape, reported)
}

// move is a move as the core's command port takes it.
type move struct{ col, row, shape int }

// maxNumber is the largest column or row that fits the port of a board of 32 by 32.
const maxNumber = 63

// parseMove reads a move as it is written. Numbers that do not fit are given
// as the largest that does.
func parseMove(text string) (move, bool) {
	letters := 0
	for letters < len(text) && text[letters] >= '@' && text[letters] <= 'Z' {
		letters++
	}
	if letters == 0 || len(text) < letters+2 {
		return move{}, false
	}
	shape := strings.IndexByte(`+/\`, text[len(text)-1])
	digits := text[letters : len(text)-1]
	row, ok := parseRow(digits)
	col, fine := parseColumn(text[:letters])
	return move{col, row, shape}, ok && fine && shape >= 0
}

func parseColumn(letters string) (int, bool) {
	if letters == "@" {
		return 0, true
	}
	col := 0
	for _, c := range letters {
		if c == '@' {
			return 0, false
		}
		col = min(maxNumber, col*26+int(c-'@'))
	}
	return col, true
}

func parseRow(digits string) (int, bool) {
	if digits != "0" && digits[0] == '0' {
		return 0, false
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	row, err := strconv.Atoi(digits)
	if err != nil {
		row = maxNumber // by the number of digits
	}
	return min(row, maxNumber), true
}
