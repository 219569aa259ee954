package check_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/check"
)

// TestLineEndings: what comes in, with | where something is sent to the player and
// ! where another connection begins.
func TestLineEndings(t *testing.T) {
	const cr, lf = "lines end with CR", "lines end with LF and not with CR LF"
	for _, c := range []struct {
		bytes string
		lines int
		notes []string // where CR LF is wanted
	}{
		{"", 0, nil},
		{"a\r\n|b\r\n", 2, nil},
		{"a\r|\nb\r\n", 2, nil}, // the line was taken before its LF came
		{"a\r||\n|b\r|\n", 2, nil},
		{"a\n|b\r\n", 2, []string{lf}},
		{"a\r|b\r\n", 2, []string{cr}},
		{"a\r|b\r", 1, []string{cr}},
		{"a\r\n|b\r", 1, nil}, // its connection was cut off
		{"a\r\n|b\r!c\r\n", 2, nil},
		{"a\r|b\n", 2, []string{lf, cr}},
		{"a |b\r\n", 2, []string{"lines end with a space and no line end, which costs time"}},
	} {
		var e check.LineEndings
		for _, b := range []byte(c.bytes) {
			switch b {
			case '|':
				e.Sent()
			case '!':
				e.Opened()
			default:
				e.Received([]byte{b})
			}
		}
		require.Equal(t, c.lines, e.Lines(), "%q", c.bytes)
		var notes []string
		for _, note := range e.Notes("\r\n") {
			notes = append(notes, note.String())
		}
		require.Equal(t, c.notes, notes, "%q", c.bytes)
	}
}
