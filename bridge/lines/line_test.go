package lines

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/say"
)

// piped is a Line on fake time and the far end of its connection.
func piped(config Config) (*Line, net.Conn) {
	near, far := net.Pipe()
	return New(near, config), far
}

func TestLineStampsWhenBytesArrive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		line, far := piped(Config{})
		defer line.Close()
		start := time.Now()
		io.WriteString(far, "ab")
		time.Sleep(time.Second)
		io.WriteString(far, "c\n")
		time.Sleep(time.Hour)
		text, first, last, err := line.Receive(t.Context())
		require.NoError(t, err)
		require.Equal(t, "abc", text)
		require.Equal(t, time.Duration(0), first.Sub(start))
		require.Equal(t, time.Second, last.Sub(start))
	})
}

func TestSilenceEndsALineThatEndsWithASpace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		line, far := piped(Config{Dialect: SpaceEnded})
		defer line.Close()
		start := time.Now()
		io.WriteString(far, "XY")
		time.Sleep(time.Second)
		io.WriteString(far, " ")
		text, _, last, err := line.Receive(t.Context())
		require.NoError(t, err)
		require.Equal(t, "XY ", text)
		require.Equal(t, time.Second, last.Sub(start), "stamped at the last byte")
		require.Equal(t, time.Second+DefaultIdle, time.Since(start))
	})
}

func TestSilenceEndsNothingElse(t *testing.T) {
	for _, text := range []string{"XY", "   ", "X Y"} {
		synctest.Test(t, func(t *testing.T) {
			line, far := piped(Config{Dialect: SpaceEnded})
			defer line.Close()
			io.WriteString(far, text)
			ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
			defer cancel()
			_, _, _, err := line.Receive(ctx)
			var unfinished *IncompleteLineError
			require.ErrorAs(t, err, &unfinished)
			require.Equal(t, text, string(unfinished.Partial()))
		})
	}
}

func TestWholeLinesWaitForTheirEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		line, far := piped(Config{})
		defer line.Close()
		for _, piece := range []string{"a ", "b ", "c\n"} {
			io.WriteString(far, piece)
			time.Sleep(time.Second)
		}
		text, _, _, err := line.Receive(t.Context())
		require.NoError(t, err)
		require.Equal(t, "a b c", text)
	})
}

func TestABytePutsSilenceOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		line, far := piped(Config{Dialect: SpaceEnded})
		defer line.Close()
		for _, piece := range []string{"a ", "b ", "c\n"} {
			io.WriteString(far, piece)
			time.Sleep(DefaultIdle - time.Millisecond)
		}
		text, _, _, err := line.Receive(t.Context())
		require.NoError(t, err)
		require.Equal(t, "a b c", text)
	})
}

func TestAWaitingLineBeatsTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		line, far := piped(Config{})
		defer line.Close()
		io.WriteString(far, "in time\n")
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		text, _, _, err := line.Receive(ctx)
		require.NoError(t, err)
		require.Equal(t, "in time", text)
		_, _, _, err = line.Receive(ctx)
		require.ErrorIs(t, err, context.Canceled)
		require.EqualError(t, err, "no line: context canceled")
	})
}

func TestTooManyLinesComeBeforeTheError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		line, far := piped(Config{MaxQueue: 3})
		defer line.Close()
		go io.WriteString(far, "1\n2\n3\n4\n5\n")
		synctest.Wait()
		for _, want := range []string{"1", "2", "3"} {
			text, _, _, err := line.Receive(t.Context())
			require.NoError(t, err)
			require.Equal(t, want, text)
		}
		for range 2 {
			_, _, _, err := line.Receive(t.Context())
			var garbled *GarbledError
			require.ErrorAs(t, err, &garbled)
			require.Equal(t, "4", string(garbled.Garbled()))
		}
		// Nobody reads any more.
		far.SetWriteDeadline(time.Now().Add(time.Hour))
		_, err := io.WriteString(far, "6\n")
		require.ErrorIs(t, err, os.ErrDeadlineExceeded)
	})
}

func TestTheEndComesAfterTheLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		line, far := piped(Config{})
		defer line.Close()
		io.WriteString(far, "last\nhal")
		far.Close()
		text, _, _, err := line.Receive(t.Context())
		require.NoError(t, err)
		require.Equal(t, "last", text)
		_, _, _, err = line.Receive(t.Context())
		var lost *DroppedError
		require.ErrorAs(t, err, &lost)
		require.Equal(t, "hal", string(lost.Partial()))
		require.EqualError(t, err, `connection closed by the peer after half a line "hal"`)
	})
}

func TestSendRefusesACarriageReturn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		line, _ := piped(Config{})
		defer line.Close()
		for _, text := range []string{"a\r\nb", "a\r", "\r"} {
			_, _, err := line.Send(t.Context(), text)
			require.ErrorContains(t, err, "carriage return")
		}
	})
}

// Several lines are one write, each with the line end of the configuration or of
// the call.
func TestSendEndsLines(t *testing.T) {
	for _, c := range []struct {
		config           Dialect
		call, text, want string
	}{
		{"", "", "a", "a\n"},
		{"", "", "a\nb", "a\nb\n"},
		{CRLF, "", "a\n\nb", "a\r\n\r\nb\r\n"},
		{CRLF, "\n", "a\nb", "a\nb\n"},
		{"", "\r", "a\nb", "a\rb\r"},
	} {
		synctest.Test(t, func(t *testing.T) {
			line, far := piped(Config{Dialect: c.config})
			defer line.Close()
			got := make(chan string, 1)
			go func() {
				buf := make([]byte, 100)
				n, _ := far.Read(buf)
				got <- string(buf[:n])
			}()
			var err error
			if c.call == "" {
				_, _, err = line.Send(t.Context(), c.text)
			} else {
				_, _, err = line.SendLines(t.Context(), c.text, c.call)
			}
			require.NoError(t, err)
			require.Equal(t, c.want, <-got)
		})
	}
}

// Empty lines are passed over, but not without end: thousands for one line of
// ours are no lines at all.
func TestEmptyLinesAreCounted(t *testing.T) {
	for _, end := range []string{"\n", "\r", "\r\n"} {
		synctest.Test(t, func(t *testing.T) {
			line, far := piped(Config{})
			defer line.Close()
			go func() { _, _ = io.Copy(io.Discard, far) }()
			for range 5 {
				_, err := io.WriteString(far, strings.Repeat(end, maxEmpty)+"ok"+end)
				require.NoError(t, err)
				text, _, _, err := line.Receive(t.Context())
				require.NoError(t, err)
				require.Equal(t, "ok", text)
				_, _, err = line.Send(t.Context(), "next")
				require.NoError(t, err)
			}
			go func() {
				for {
					if _, err := io.WriteString(far, strings.Repeat(end, 1000)); err != nil {
						return
					}
				}
			}()
			_, _, _, err := line.Receive(t.Context())
			var garbled *GarbledError
			require.ErrorAs(t, err, &garbled)
			require.EqualError(t, err, "more than 16384 empty lines")
			_, read := line.Load()
			require.Less(t, read, int64(8*maxEmpty*len(end)), "the rest is left unread")
		})
	}
}

// plain hides everything but the three methods.
type plain struct{ io.ReadWriteCloser }

func TestSendIsBounded(t *testing.T) {
	for name, wrap := range map[string]func(net.Conn) io.ReadWriteCloser{
		"with deadlines":    func(c net.Conn) io.ReadWriteCloser { return c },
		"without deadlines": func(c net.Conn) io.ReadWriteCloser { return plain{c} },
		"tapped":            func(c net.Conn) io.ReadWriteCloser { return NewTap(plain{c}, "", io.Discard) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				near, far := net.Pipe()
				line := New(wrap(near), Config{})
				defer line.Close()
				start := time.Now()
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				_, _, err := line.Send(ctx, "anybody?")
				require.ErrorIs(t, err, context.DeadlineExceeded)
				require.Equal(t, time.Second, time.Since(start))

				start = time.Now()
				_, _, err = line.Send(context.Background(), "anybody?")
				require.ErrorIs(t, err, context.DeadlineExceeded)
				require.Equal(t, DefaultSendTimeout, time.Since(start))
				far.Close()
			})
		})
	}
}

func TestSendAfterADeadlineIsWhole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		line, far := piped(Config{})
		defer line.Close()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, _, err := line.Send(ctx, "unheard")
		require.Error(t, err)
		go line.Send(t.Context(), "heard")
		buf := make([]byte, 64)
		n, err := far.Read(buf)
		require.NoError(t, err)
		require.Equal(t, "heard\n", string(buf[:n]))
	})
}

func TestALineInPartIsTheLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		line, far := piped(Config{})
		defer line.Close()
		go far.Read(make([]byte, 3))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, _, err := line.Send(ctx, "half of it")
		require.ErrorIs(t, err, context.DeadlineExceeded)
		_, _, err = line.Send(t.Context(), "next")
		require.ErrorContains(t, err, "left in part")
	})
}

// slowDrain is a wire on which bytes take a second.
type slowDrain struct{ net.Conn }

func (slowDrain) Drain() error {
	time.Sleep(time.Second)
	return nil
}

func TestDrainedIsWhenTheBytesHaveLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		go io.Copy(io.Discard, far)
		line := New(slowDrain{near}, Config{})
		defer line.Close()
		start := time.Now()
		sent, drained, err := line.Send(t.Context(), "slow")
		require.NoError(t, err)
		require.Equal(t, start, sent)
		require.Equal(t, time.Second, drained.Sub(sent))
		line.Close()
		far.Close()
	})
}

// emptyReads returns nothing for ever, as a reader with a timeout would.
type emptyReads struct{ net.Conn }

func (emptyReads) Read([]byte) (int, error) { return 0, nil }

func TestReadsWithoutProgressEnd(t *testing.T) {
	near, far := net.Pipe()
	defer far.Close()
	line := New(emptyReads{near}, Config{})
	defer line.Close()
	_, _, _, err := line.Receive(t.Context())
	require.ErrorIs(t, err, io.ErrNoProgress)
}

func TestCloseTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		line, _ := piped(Config{})
		require.NoError(t, line.Close())
		require.NoError(t, line.Close())
		_, _, _, err := line.Receive(t.Context())
		require.Error(t, err)
		_, _, err = line.Send(t.Context(), "x")
		require.Error(t, err)
	})
}

func TestErrorsShowLittleOfMuch(t *testing.T) {
	long := []byte(strings.Repeat("x", 5000))
	for _, err := range []error{
		&IncompleteLineError{context.Canceled, long},
		&DroppedError{&DisconnectedError{say.Raw("gone"), io.EOF}, long},
	} {
		require.Less(t, len(err.Error()), 200)
	}
	require.Len(t, newGarbled(long, say.Raw("much")).Garbled(), maxEvidence)
}

func TestDescribeGone(t *testing.T) {
	known := &DisconnectedError{say.Raw("process exited with status 3"), io.EOF}
	require.Equal(t, known, AsDisconnected(errors.Join(known)))
	require.EqualError(t, AsDisconnected(io.EOF), "connection closed by the peer")
	require.EqualError(t, AsDisconnected(errors.New("odd")), "connection lost: odd")
}

// The first line may end with silence, where that is wanted; no other may.
func TestFirstSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		line, far := piped(Config{Dialect: CRLF})
		defer line.Close()
		io.WriteString(far, "na")
		time.Sleep(50 * time.Millisecond)
		io.WriteString(far, "me")
		text, _, _, err := line.Receive(t.Context())
		require.NoError(t, err)
		require.Equal(t, "name", text)
		io.WriteString(far, "half")
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, _, _, err = line.Receive(ctx)
		require.ErrorIs(t, err, context.DeadlineExceeded)
	})
}
