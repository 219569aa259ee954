package terminal

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/say"
)

// Where no terminal is, a stage is a line, and what it says too often is left out.
func TestStagesInLines(t *testing.T) {
	var out bytes.Buffer
	s := NewStages(&out, say.English)
	s.Begin(say.Raw("one"))
	for range 1000 {
		s.Tick(say.Raw("far"))
	}
	s.End()
	s.every = 0
	s.Begin(say.Raw("two"))
	s.Tick(say.Raw("far"))
	s.End()
	require.Equal(t, "loopline: one\nloopline: two\nloopline: two: far\n", out.String())
}
