package vectors

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/loopline/loopline/trax"
)

// AppendMismatch draws the first difference of a file with the given name for
// people: the moves that lead there, the board, and what should be answered.
// Who names who answered.
func AppendMismatch(dst []byte, m *Mismatch, name, who string) []byte {
	v := &m.Answer.Vector
	dst = fmt.Appendf(dst, "%s:%d: vector %d: the first difference\n", name, v.Line, v.ID)
	var ask struct{ Moves, Move *string }
	if json.Unmarshal(v.Ask, &ask) != nil || ask.Moves == nil {
		ask.Moves = nil
		dst = fmt.Appendf(dst, "ask:    %s\n", v.Ask)
	} else {
		dst = appendAsked(dst, *ask.Moves, ask.Move)
	}
	dst = append(dst, '\n')
	for _, d := range m.Fields {
		dst = fmt.Appendf(dst, "  %s\n", d)
	}
	if m.Answer.Crash != nil {
		dst = fmt.Appendf(dst, "  %s\n\nwant:   %s\n", m, v.Want)
	} else {
		dst = fmt.Appendf(dst, "\nwant:   %s\n%s: %s\n", v.Want, who, m.Answer.Text)
	}
	if ask.Moves != nil {
		moves := *ask.Moves
		if ask.Move != nil {
			moves += " " + *ask.Move
		}
		if moves = strings.TrimSpace(moves); moves != "" {
			dst = fmt.Appendf(dst, "replay: loopline replay '%s'\n", moves)
		}
	}
	return dst
}

// appendAsked draws the position that was asked about, and the one that a move
// leads to.
func appendAsked(dst []byte, moves string, move *string) []byte {
	dst = fmt.Appendf(dst, "\nafter: %s\n\n", moves)
	p, err := positionAfter(moves)
	if err == nil {
		dst = p.AppendText(dst)
		dst = fmt.Appendf(dst, "\n%s to move", p.Turn())
	}
	if move == nil {
		return append(dst, '\n')
	}
	dst = fmt.Appendf(dst, ", asked about %s", *move)
	if err != nil {
		return append(dst, '\n')
	}
	if _, err := trax.ParseMove(*move); err != nil || p.PlayText(*move) != nil {
		return append(dst, ", which is illegal\n\n"...)
	}
	return append(p.AppendText(append(dst, "; right is:\n\n"...)), '\n')
}

// positionAfter plays moves that are separated by spaces.
func positionAfter(moves string) (*trax.Position, error) {
	p := trax.NewPosition()
	for _, m := range strings.Fields(moves) {
		if err := p.PlayText(m); err != nil {
			return nil, err
		}
	}
	return p, nil
}
