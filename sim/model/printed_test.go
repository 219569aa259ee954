package model

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSpeechLimits cuts long lines, and counts what comes too fast.
func TestSpeechLimits(t *testing.T) {
	var said []string
	s := &lineSplitter{emit: func(line string) { said = append(said, line) }}
	s.feed([]byte(strings.Repeat("x", 2000) + "\na\r\n\nb"))
	s.finish()
	require.Equal(t, []string{strings.Repeat("x", 1024) + " … 976 bytes cut", "a", "b"}, said)
	said = nil
	for range 1000 {
		s.feed([]byte(strings.Repeat("y", 999) + "\n"))
	}
	s.finish()
	require.Less(t, len(said), 200)
	require.Regexp(t, `^… \d+ bytes dropped$`, said[len(said)-1])
}
