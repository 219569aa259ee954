package main

import (
	"fmt"
	"strings"

	"github.com/loopline/loopline/host"
)

// show shows a match. Its methods are called one at a time; event from
// another goroutine than the others, between begin and end.
type show interface {
	begin(m *host.Match, title string)
	event(e host.Event)
	end(v host.Verdict)
	finish(lines []string) // of the whole match
	close() error
}

// quietShow shows nothing.
type quietShow struct{}

func (quietShow) begin(*host.Match, string) {}
func (quietShow) event(host.Event)          {}
func (quietShow) end(host.Verdict)          {}
func (quietShow) finish([]string)           {}
func (quietShow) close() error              { return nil }

// seatWords names a seat with who sits there.
func seatWords(seats []host.Seat, seat int) string {
	return fmt.Sprintf("%s (%s)", seats[seat].Name, seats[seat].Address)
}

// verdictWords is the verdict in lines for people: who, why, at which ply,
// with the bytes.
func verdictWords(seats []host.Seat, v host.Verdict) []string {
	after := "after " + plural(v.Ply, "ply", "plies")
	switch {
	case v.Void:
		return []string{fmt.Sprintf("void %s: %s", after, v.Detail)}
	case v.Foul == nil && v.Winner >= 0:
		return []string{fmt.Sprintf("%s wins by %s %s",
			seatWords(seats, v.Winner), v.Reason, after)}
	case v.Foul == nil:
		return []string{fmt.Sprintf("nobody wins %s: %s", after, v.Detail)}
	}
	f := v.Foul
	lines := []string{fmt.Sprintf("%s loses at ply %d: %s (%s): %s",
		seatWords(seats, f.Seat), v.Ply+1, f.Kind, f.Reason, f.Detail)}
	if v.Winner >= 0 {
		lines = append([]string{seatWords(seats, v.Winner) + " wins"}, lines...)
	}
	return append(lines, evidenceWords(f)...)
}

// evidenceWords is what was asked, what came, and when.
func evidenceWords(f *host.Foul) []string {
	var parts []string
	if f.Question != "" {
		parts = append(parts, fmt.Sprintf("asked %q", f.Question))
	}
	if len(f.Bytes) > 0 {
		parts = append(parts, fmt.Sprintf("got %q", f.Bytes))
	} else {
		parts = append(parts, "got no byte")
	}
	if f.Used > 0 {
		parts = append(parts, fmt.Sprintf("%s of %s used", brief(f.Used), brief(f.Limit)))
	}
	return []string{"  " + strings.Join(parts, ", ")}
}
