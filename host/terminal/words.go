package terminal

import (
	"fmt"
	"strings"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/humanize"
)

// seatWords names a seat with who sits there.
func seatWords(seats []host.Seat, seat int) string {
	return fmt.Sprintf("%s (%s)", seats[seat].Name, seats[seat].Address)
}

// scoreWords is the score of each seat, in a game that has scores.
func scoreWords(seats []host.Seat, v host.Verdict) string {
	var parts []string
	for seat, score := range v.Scores {
		parts = append(parts, fmt.Sprintf("%s %d", seats[seat].Name, score))
	}
	if parts == nil {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// VerdictLines is the verdict in lines of readable text: who, why, at which ply,
// with the bytes.
func VerdictLines(seats []host.Seat, v host.Verdict) []string {
	after := "after " + humanize.Plural(v.Ply, "ply", "plies")
	switch {
	case v.Void:
		return []string{fmt.Sprintf("void %s: %s", after, v.Detail)}
	case v.Foul == nil && v.Winner >= 0:
		return []string{fmt.Sprintf("%s wins by %s %s%s",
			seatWords(seats, v.Winner), v.Reason, after, scoreWords(seats, v))}
	case v.Foul == nil && v.Draw:
		return []string{fmt.Sprintf("drawn by %s %s%s", v.Reason, after, scoreWords(seats, v))}
	case v.Foul == nil:
		return []string{fmt.Sprintf("nobody wins %s: %s%s", after, v.Detail, scoreWords(seats, v))}
	}
	f := v.Foul
	lines := []string{fmt.Sprintf("%s loses at ply %d: %s (%s): %s",
		seatWords(seats, f.Seat), v.Ply+1, f.Kind, f.Reason, f.Detail)}
	if v.Winner >= 0 {
		lines = append([]string{seatWords(seats, v.Winner) + " wins"}, lines...)
	}
	lines = append(lines, "  "+f.Evidence().String())
	for _, line := range f.Stderr {
		lines = append(lines, "  stderr: "+line)
	}
	return lines
}
