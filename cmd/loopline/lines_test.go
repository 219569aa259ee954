package main

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

func lineSource(t *testing.T, r io.Reader) *source {
	s := &source{name: "test", r: bufio.NewReaderSize(r, readBuffer)}
	require.NoError(t, s.sniff())
	return s
}

// TestAnswersInOrder wants the answers of many batches in the order of the
// questions, whichever goroutine was quicker.
func TestAnswersInOrder(t *testing.T) {
	var text, want strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&text, "{\"n\":%d}\n", i)
		fmt.Fprintf(&want, "<{\"n\":%d}>", i)
	}
	var got bytes.Buffer
	out := bufio.NewWriter(&got)
	err := answerLines(t.Context(), lineSource(t, strings.NewReader(text.String())), out,
		func() answerer {
			return func(dst, line []byte) ([]byte, error) { return fmt.Appendf(dst, "<%s>", line), nil }
		})
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
		s := &source{name: "test", r: bufio.NewReaderSize(questions, readBuffer)}
		err := s.sniff()
		if err == nil {
			err = answerLines(context.Background(), s, bufio.NewWriter(answer),
				func() answerer { return newReplayAnswerer(true) })
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
		require.Contains(t, line, fmt.Sprintf(`{"id":%d,"plies":1,`, i))
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
	s := &source{name: "test", r: bufio.NewReader(silence)}
	err := answerLines(ctx, s, bufio.NewWriter(io.Discard),
		func() answerer { return newReplayAnswerer(true) })
	require.ErrorIs(t, err, context.DeadlineExceeded)
}
