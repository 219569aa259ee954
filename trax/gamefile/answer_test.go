package gamefile

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func lineSource(t *testing.T, r io.Reader) *Source {
	s, err := newSource("test", r, nil)
	require.NoError(t, err)
	return s
}

// byID answers with the game's id and its number of moves.
func byID() Handler {
	return func(dst []byte, g *Game) ([]byte, error) {
		return fmt.Appendf(dst, "<%s %d>\n", g.ID, len(g.Moves)), nil
	}
}

// TestAnswersInOrder wants the answers of many batches in the order of the
// questions, whichever goroutine was quicker.
func TestAnswersInOrder(t *testing.T) {
	var text, want strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&text, "{\"id\":%d,\"moves\":\"@0/\"}\n", i)
		fmt.Fprintf(&want, "<%d 1>\n", i)
	}
	var got bytes.Buffer
	out := bufio.NewWriter(&got)
	err := lineSource(t, strings.NewReader(text.String())).Answer(t.Context(), out, byID)
	require.NoError(t, err)
	require.NoError(t, out.Flush())
	require.Equal(t, want.String(), got.String())
}

// TestAnswersAtOnce asks the next question only when the last is answered.
func TestAnswersAtOnce(t *testing.T) {
	questions, ask := io.Pipe()
	answers, answer := io.Pipe()
	done := make(chan error, 1)
	go func() {
		s, err := newSource("test", questions, nil)
		if err == nil {
			err = s.Answer(context.Background(), bufio.NewWriter(answer), byID)
		}
		answer.Close()
		done <- err
	}()
	lines := bufio.NewReader(answers)
	for i := range 3 {
		_, err := fmt.Fprintf(ask, "{\"id\":%d,\"moves\":\"@0/\"}\n", i)
		require.NoError(t, err)
		line, err := lines.ReadString('\n')
		require.NoError(t, err)
		require.Equal(t, fmt.Sprintf("<%d 1>\n", i), line)
	}
	require.NoError(t, ask.Close())
	require.NoError(t, <-done)
}

// TestAnswersStop interrupts a run whose input does not come.
func TestAnswersStop(t *testing.T) {
	silence, hold := io.Pipe()
	defer hold.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	s := &Source{name: "test", r: bufio.NewReader(silence)}
	err := s.Answer(ctx, bufio.NewWriter(io.Discard), byID)
	require.ErrorIs(t, err, context.DeadlineExceeded)
}
