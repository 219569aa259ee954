package bridgetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	bridgelines "github.com/loopline/loopline/bridge/lines"
)

// suiteWait bounds everything in the suite that should be quick.
const suiteWait = time.Minute

// Run is the suite that every transport passes.
func Run(t *testing.T, w Transport) {
	for _, c := range []struct {
		name string
		test func(*testing.T, Transport)
	}{
		{"lines both ways", testLines},
		{"a line in pieces", testPieces},
		{"line ends", testLineEnds},
		{"a space and silence", testIdle},
		{"the longest line", testLongest},
		{"a line too long", testTooLong},
		{"a flood of lines", testFlood},
		{"every byte value", testBytes},
		{"much at once both ways", testBulk},
		{"the far end goes", testFarGoes},
		{"the far end goes in the middle of a line", testHalfLine},
		{"the near end closes", testNearCloses},
		{"closing from many sides", testConcurrentClose},
		{"a deaf peer", testDeaf},
		{"a deadline while waiting", testDeadline},
	} {
		t.Run(c.name, func(t *testing.T) {
			NoLeaks(t)
			c.test(t, w)
		})
	}
}

// lineOver opens the wire as a lines.Line.
func lineOver(t *testing.T, w Transport) (*bridgelines.Line, io.ReadWriteCloser) {
	near, far := w.Pair(t)
	line := bridgelines.New(near, bridgelines.Config{})
	t.Cleanup(func() { line.Close() })
	return line, far
}

func receive(t *testing.T, line *bridgelines.Line) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), suiteWait)
	defer cancel()
	text, first, last, err := line.Receive(ctx)
	require.NoError(t, err)
	require.False(t, last.Before(first))
	return text
}

func receiveError(t *testing.T, line *bridgelines.Line) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), suiteWait)
	defer cancel()
	text, _, _, err := line.Receive(ctx)
	require.Error(t, err, "received %q", text)
	require.NotErrorIs(t, err, context.DeadlineExceeded)
	return err
}

func write(t *testing.T, far io.Writer, text string) {
	t.Helper()
	_, err := io.WriteString(far, text)
	require.NoError(t, err)
}

func testLines(t *testing.T, w Transport) {
	line, far := lineOver(t, w)
	go io.Copy(far, far)
	for i := range 200 {
		text := fmt.Sprintf("line %d", i)
		sent, drained, err := line.Send(t.Context(), text)
		require.NoError(t, err)
		require.False(t, drained.Before(sent))
		require.Equal(t, text, receive(t, line))
	}
}

// testPieces sends a line in two pieces. The reader has to be scheduled between them to
// stamp the first: on a busy machine the test waits longer and longer.
func testPieces(t *testing.T, w Transport) {
	line, far := lineOver(t, w)
	for pause := 20 * time.Millisecond; ; pause *= 4 {
		write(t, far, "one li")
		time.Sleep(pause)
		before := time.Now()
		write(t, far, "ne\n")
		ctx, cancel := context.WithTimeout(t.Context(), suiteWait)
		text, first, last, err := line.Receive(ctx)
		cancel()
		require.NoError(t, err)
		require.Equal(t, "one line", text)
		require.False(t, last.Before(before), "stamped when it ended")
		if first.Before(before) {
			return
		}
		require.Less(t, pause, 10*time.Second, "stamped when it began")
	}
}

func testLineEnds(t *testing.T, w Transport) {
	line, far := lineOver(t, w)
	write(t, far, "lf\ncrlf\r\n\n\r\n\r\rcr\r")
	for _, want := range []string{"lf", "crlf", "cr"} {
		require.Equal(t, want, receive(t, line))
	}
	write(t, far, "\nafter\n")
	require.Equal(t, "after", receive(t, line))
}

func testIdle(t *testing.T, w Transport) {
	near, far := w.Pair(t)
	line := bridgelines.New(near, bridgelines.Config{Dialect: bridgelines.SpaceEnded})
	t.Cleanup(func() { line.Close() })
	write(t, far, "XY ")
	require.Equal(t, "XY ", receive(t, line))
	write(t, far, "\nnext\n")
	require.Equal(t, "next", receive(t, line))
}

func testLongest(t *testing.T, w Transport) {
	line, far := lineOver(t, w)
	text := strings.Repeat("x", bridgelines.DefaultMaxLine)
	go io.WriteString(far, text+"\n")
	require.Equal(t, text, receive(t, line))
}

func testTooLong(t *testing.T, w Transport) {
	line, far := lineOver(t, w)
	go io.WriteString(far, "good\n"+strings.Repeat("y", 1<<20)+"\n")
	require.Equal(t, "good", receive(t, line))
	for range 2 {
		var garbled interface{ Garbled() []byte }
		require.ErrorAs(t, receiveError(t, line), &garbled)
		require.Equal(t, strings.Repeat("y", 256), string(garbled.Garbled()))
	}
}

func testFlood(t *testing.T, w Transport) {
	line, far := lineOver(t, w)
	flooded := make(chan struct{})
	go func() {
		defer close(flooded)
		for {
			if _, err := io.WriteString(far, "flood\n"); err != nil {
				return
			}
		}
	}()
	var err error
	lines := 0
	for err == nil {
		// A slow reader, so that the queue runs full.
		time.Sleep(200 * time.Microsecond)
		ctx, cancel := context.WithTimeout(t.Context(), suiteWait)
		_, _, _, err = line.Receive(ctx)
		cancel()
		lines++
	}
	var garbled interface{ Garbled() []byte }
	require.ErrorAs(t, err, &garbled)
	require.Equal(t, "flood", string(garbled.Garbled()))
	require.GreaterOrEqual(t, lines, bridgelines.DefaultMaxQueue)
	require.NoError(t, line.Close())
	far.Close()
	<-flooded
}

func testBytes(t *testing.T, w Transport) {
	var all []byte
	for b := range 256 {
		if b != '\n' && b != '\r' {
			all = append(all, byte(b))
		}
	}
	line, far := lineOver(t, w)
	write(t, far, string(all)+"\n")
	require.Equal(t, string(all), receive(t, line))
	_, _, err := line.Send(t.Context(), string(all))
	require.NoError(t, err)
	back := make([]byte, len(all)+1)
	_, err = io.ReadFull(far, back)
	require.NoError(t, err)
	require.Equal(t, string(all)+"\n", string(back))
}

func testBulk(t *testing.T, w Transport) {
	near, far := w.Pair(t)
	const size = 256 << 10
	data := bytes.Repeat([]byte("0123456789abcde\n"), size/16)
	var all sync.WaitGroup
	errs := make([]error, 4)
	all.Go(func() { _, errs[0] = near.Write(data) })
	all.Go(func() { _, errs[1] = far.Write(data) })
	all.Go(func() { errs[2] = expect(near, data) })
	all.Go(func() { errs[3] = expect(far, data) })
	all.Wait()
	require.NoError(t, errors.Join(errs...))
}

func expect(r io.Reader, want []byte) error {
	got := make([]byte, len(want))
	if _, err := io.ReadFull(r, got); err != nil {
		return err
	}
	if !bytes.Equal(got, want) {
		return errors.New("bytes differ")
	}
	return nil
}

func testFarGoes(t *testing.T, w Transport) {
	line, far := lineOver(t, w)
	write(t, far, "last words\n")
	require.NoError(t, far.Close())
	require.Equal(t, "last words", receive(t, line))
	for range 2 {
		require.ErrorContains(t, receiveError(t, line), w.PeerGone)
	}
	require.Error(t, sendUntilError(t, line))
	require.NoError(t, line.Close())
}

// sendUntilError bears with a wire that notices late.
func sendUntilError(t *testing.T, line *bridgelines.Line) error {
	t.Helper()
	for range 100 {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		_, _, err := line.Send(ctx, "are you there")
		cancel()
		if err != nil {
			return err
		}
		time.Sleep(time.Millisecond)
	}
	return nil
}

func testHalfLine(t *testing.T, w Transport) {
	line, far := lineOver(t, w)
	write(t, far, "whole\nhal")
	require.Equal(t, "whole", receive(t, line))
	require.NoError(t, far.Close())
	err := receiveError(t, line)
	var partial interface{ Partial() []byte }
	require.ErrorAs(t, err, &partial)
	require.Equal(t, "hal", string(partial.Partial()))
	require.ErrorContains(t, err, w.PeerGone)
}

func testNearCloses(t *testing.T, w Transport) {
	near, far := w.Pair(t)
	read := make(chan error, 1)
	go func() {
		_, err := near.Read(make([]byte, 1))
		read <- err
	}()
	time.Sleep(5 * time.Millisecond)
	require.NoError(t, near.Close())
	err := <-read
	require.ErrorIs(t, err, os.ErrClosed)
	require.ErrorContains(t, err, "closed by us")
	require.NoError(t, near.Close(), "closing twice")
	_, err = near.Write([]byte("x"))
	require.ErrorIs(t, err, os.ErrClosed)
	_, err = io.ReadAll(far)
	// The error at the far end depends on the system; there must be one.
	t.Logf("the far end reads %v", err)
}

func testConcurrentClose(t *testing.T, w Transport) {
	near, far := w.Pair(t)
	go io.Copy(far, far)
	var all sync.WaitGroup
	all.Go(func() {
		buf := make([]byte, 64)
		for {
			if _, err := near.Read(buf); err != nil {
				return
			}
		}
	})
	all.Go(func() {
		for {
			if _, err := near.Write([]byte("again\n")); err != nil {
				return
			}
		}
	})
	time.Sleep(5 * time.Millisecond)
	for range 8 {
		all.Go(func() { near.Close() })
	}
	all.Wait()
}

func testDeaf(t *testing.T, w Transport) {
	line, _ := lineOver(t, w)
	text := strings.Repeat("are you there ", 200)
	var err error
	started, limit := time.Now(), 100*time.Millisecond
	for err == nil && time.Since(started) < suiteWait {
		started = time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		_, _, err = line.Send(ctx, text)
		cancel()
	}
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Less(t, time.Since(started), limit+2*time.Second)
	require.NoError(t, line.Close())
}

func testDeadline(t *testing.T, w Transport) {
	line, far := lineOver(t, w)
	write(t, far, "hal")
	came := ""
	var ctx context.Context
	for begun := time.Now(); came == "" && time.Since(begun) < suiteWait; {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(t.Context(), 100*time.Millisecond)
		_, _, _, err := line.Receive(ctx)
		cancel()
		require.ErrorIs(t, err, context.DeadlineExceeded)
		var partial interface{ Partial() []byte }
		require.ErrorAs(t, err, &partial)
		came = string(partial.Partial())
	}
	require.Equal(t, "hal", came)
	write(t, far, "f\n")
	require.Equal(t, "half", receive(t, line))
	write(t, far, "waiting\n")
	require.Equal(t, "waiting", receiveDone(t, line, ctx))
}

// receiveDone asks with a context that has ended until the line has come.
func receiveDone(t *testing.T, line *bridgelines.Line, done context.Context) string {
	t.Helper()
	for deadline := time.Now().Add(suiteWait); time.Now().Before(deadline); {
		if text, _, _, err := line.Receive(done); err == nil {
			return text
		}
		time.Sleep(time.Millisecond)
	}
	require.Fail(t, "the line that waits is not answered")
	return ""
}
