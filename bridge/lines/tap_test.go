package lines

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// tapped is a Tap on fake time and the far end of its connection.
func tapped(w io.Writer) (*Tap, net.Conn) {
	near, far := net.Pipe()
	return NewTap(near, "white", w), far
}

func TestTapNotesWhatPasses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		tap, far := tapped(&out)
		start := time.Now().UTC().Format(time.RFC3339Nano)
		go io.ReadFull(far, make([]byte, 3))
		_, err := tap.Write([]byte("-W\n"))
		require.NoError(t, err)
		time.Sleep(1500 * time.Microsecond)
		go func() {
			io.WriteString(far, "@0/\"\r\n")
			io.WriteString(far, "\x00\xff")
			far.Close()
		}()
		for range 2 {
			_, err = tap.Read(make([]byte, 64))
			require.NoError(t, err)
		}
		_, err = tap.Read(make([]byte, 64))
		require.Equal(t, io.EOF, err)
		require.NoError(t, tap.Close())
		require.NoError(t, tap.Close())
		require.NoError(t, tap.Err())
		require.Equal(t, strings.Join([]string{
			`{"start":"` + start + `","name":"white"}`,
			`{"dir":"out","text":"-W\n"}`,
			`{"us":1500,"dir":"in","text":"@0/\"\r\n"}`,
			`{"us":1500,"dir":"in","hex":"00ff"}`,
			`{"us":1500,"event":"end","detail":"EOF"}`,
			`{"us":1500,"event":"close"}`,
		}, "\n")+"\n", out.String())
	})
}

func TestTapEntryBytes(t *testing.T) {
	for line, want := range map[string]string{
		`{"text":"a\n"}`: "a\n", `{"hex":"00ff"}`: "\x00\xff", `{"event":"end"}`: "",
	} {
		var entry TapEntry
		require.NoError(t, json.Unmarshal([]byte(line), &entry))
		got, err := entry.Bytes()
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
	_, err := TapEntry{Hex: "0"}.Bytes()
	require.Error(t, err)
}

// writerFunc is a writer of one function.
type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

func TestABrokenTapLetsBytesPass(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		full := errors.New("disk full")
		tap, far := tapped(writerFunc(func([]byte) (int, error) { return 0, full }))
		go io.Copy(far, far)
		for range 100 {
			_, err := tap.Write([]byte("hello\n"))
			require.NoError(t, err)
			got := make([]byte, 6)
			_, err = io.ReadFull(tap, got)
			require.NoError(t, err)
			require.Equal(t, "hello\n", string(got))
		}
		require.NoError(t, tap.Close())
		require.ErrorIs(t, tap.Err(), full)
		far.Close()
	})
}

func TestASlowTapLetsBytesPassAndSaysWhatItLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		free := make(chan struct{})
		tap, far := tapped(writerFunc(func(b []byte) (int, error) {
			<-free
			return out.Write(b)
		}))
		go io.Copy(io.Discard, far)
		chunk := make([]byte, 64<<10)
		for range 40 {
			_, err := tap.Write(chunk)
			require.NoError(t, err)
		}
		require.ErrorContains(t, tap.Err(), "too slow")
		close(free)
		require.NoError(t, tap.Close())
		require.Contains(t, out.String(), `"event":"lost","lost":`)
		far.Close()
	})
}

func TestAHangingTapDoesNotHoldCloseUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		free := make(chan struct{})
		tap, _ := tapped(writerFunc(func(b []byte) (int, error) {
			<-free
			return len(b), nil
		}))
		start := time.Now()
		require.NoError(t, tap.Close())
		require.Equal(t, tapFlushWait, time.Since(start))
		require.ErrorIs(t, tap.Err(), os.ErrDeadlineExceeded)
		close(free)
	})
}

func TestTapPassesOnWhatTheConnectionCan(t *testing.T) {
	near, far := net.Pipe()
	defer far.Close()
	tap := NewTap(plain{near}, "", io.Discard)
	defer tap.Close()
	require.NoError(t, tap.Drain())
	require.ErrorIs(t, tap.SetWriteDeadline(time.Now()), os.ErrNoDeadline)
	require.ErrorIs(t, tap.CloseWrite(), errors.ErrUnsupported)
}
