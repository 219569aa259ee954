package rtl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/vectors"
)

// answerTo converts the core's answers to the response of a vector. If the core can't
// reach the question, the response has the reason instead of the wanted fields.
func (k *coreDriver) answerTo(a *pendingVector, commands []Command, results []Result) json.RawMessage {
	for i := a.setup; i < a.end; i++ {
		if i >= len(results) {
			return problem("it was not asked any more")
		}
		r := &results[i]
		switch {
		case r.Violation != 0:
			return problem("at %s %s", commands[i], r.Violation)
		case i < a.ask && r.Status != 0:
			return problem("%s on the way to the position is refused: %s", commands[i], statusName(r.Status))
		}
	}
	switch {
	case k.kind != vectors.Moves:
		return turnAnswer(a, results)
	case k.lacks[Gen]:
		return candidatesAnswer(a, commands, results)
	}
	return movesAnswer(results[a.ask].Moves, a.want)
}

// problemField begins the response of a failed vector.
const problemField = `{"problem":`

// problem returns the response of a failed vector.
func problem(format string, args ...any) json.RawMessage {
	text, err := json.Marshal(fmt.Sprintf(format, args...))
	if err != nil {
		return json.RawMessage(problemField + "null}")
	}
	return slices.Concat([]byte(problemField), text, []byte("}"))
}

// turnAnswer is the answer to a turn vector.
func turnAnswer(a *pendingVector, r []Result) json.RawMessage {
	played, show := &r[a.plays], &r[a.shows]
	if a.tries > 0 {
		if tried := &r[a.tries]; differs(tried, played) != "" {
			return problem("TRY answers %s, PLAY %s", tried, played)
		}
	}
	if a.undoes > 0 && r[a.undoes].Status != 0 {
		return problem("UNDO answers %s", statusName(r[a.undoes].Status))
	}
	dst := fmt.Appendf(nil, `{"status":%q`, statusName(played.Status))
	if played.Status == 0 {
		dst = appendTurn(dst, played)
	}
	return fmt.Appendf(dst, `,"back":{"width":%d,"height":%d,"tiles":%d,"crc":"%08x"}}`,
		show.Width, show.Height, show.Tiles, boardSum(show))
}

// differs tells in what two answers differ that should not.
func differs(tried, played *Result) string {
	d := Divergence{Want: *tried, Got: *played}
	return strings.Join(d.Fields(), "; ")
}

// appendTurn appends what a legal turn did, as vectors have it.
func appendTurn(dst []byte, r *Result) []byte {
	dst = append(dst, `,"written":"`...)
	forced := 0
	for _, p := range r.Placed {
		if p.Forced {
			if forced++; forced == 1 {
				dst = append(dst, `","forced":["`...)
			} else {
				dst = append(dst, `","`...)
			}
		}
		dst = append(p.Cell.Append(dst), p.Tile.Letter())
	}
	if forced > 0 {
		dst = append(dst, `"]`...)
	} else {
		dst = append(dst, `","forced":[]`...)
	}
	dst = fmt.Appendf(dst, `,"width":%d,"height":%d,"tiles":%d`, r.Width, r.Height, r.Tiles)
	if !r.Over {
		return append(dst, `,"winner":null,"reason":null,"completed":[]`...)
	}
	out := trax.Outcome{Over: true, Winner: r.Winner, Completed: r.Completed}
	dst = fmt.Appendf(dst, `,"winner":%q,"reason":%q,"completed":[`, out.Winner, out.Reason())
	for i, name := range r.Completed.Names() {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = fmt.Appendf(dst, "%q", name)
	}
	return append(dst, ']')
}

// boardSum is the CRC-32 of the board's rows of letters.
func boardSum(show *Result) uint32 {
	var text bytes.Buffer
	for i, t := range show.Board {
		text.WriteByte(t.Letter())
		if (i+1)%show.Width == 0 {
			text.WriteByte('\n')
		}
	}
	return crc32.ChecksumIEEE(text.Bytes())
}

// movesAnswer is the answer to a moves vector. For what the board has no room,
// a core cannot say what the rules would: such a move is put where the vector
// has it.
func movesAnswer(moves []GenMove, want json.RawMessage) json.RawMessage {
	var w struct {
		Legal  []string
		Forced []string `json:"forced_illegal"`
	}
	if err := json.Unmarshal(want, &w); err != nil {
		return problem("the vector: %v", err)
	}
	legal, forced, full := []string{}, []string{}, []string{}
	for _, m := range moves {
		text := m.Move.String()
		switch vectors.Status(m.Status) {
		case vectors.OK:
			legal = append(legal, text)
		case vectors.ForcedPlay:
			forced = append(forced, text)
		default:
			if slices.Contains(w.Forced, text) {
				forced = append(forced, text)
			} else {
				legal, full = append(legal, text), append(full, text)
			}
		}
	}
	for _, list := range [...][]string{legal, forced, full} {
		slices.Sort(list)
	}
	answer, err := json.Marshal(map[string][]string{"legal": legal, "forced_illegal": forced, "full": full})
	if err != nil {
		return problem("%v", err)
	}
	return answer
}
