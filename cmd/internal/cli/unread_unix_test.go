//go:build unix

package cli

import (
	"context"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// unread is a pipe that is full and that nobody reads, as a terminal after Ctrl-S.
func unread(t *testing.T) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	require.NoError(t, err)
	t.Cleanup(func() {
		r.Close()
		w.Close()
	})
	c, err := w.SyscallConn()
	require.NoError(t, err)
	require.NoError(t, c.Control(func(fd uintptr) {
		require.NoError(t, syscall.SetNonblock(int(fd), true))
		for full := make([]byte, 1<<16); ; {
			if _, err := syscall.Write(int(fd), full); err != nil {
				break
			}
		}
		for {
			if _, err := syscall.Write(int(fd), []byte("x")); err != nil {
				break
			}
		}
		require.NoError(t, syscall.SetNonblock(int(fd), false))
	}))
	return w
}

// TestUnreadOutput: a command whose notices nobody reads, or whose results, ends when it is told to.
func TestUnreadOutput(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	port := l.Addr().String()
	require.NoError(t, l.Close())
	for name, args := range map[string]string{
		"notices": "play api:" + port + " bot --game kakomimasu",
		"results": "play bot:random bot:random --games 100",
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			full, open := unread(t), io.Discard
			out, said := io.Writer(full), open
			if name == "notices" {
				out, said = open, full
			}
			status := make(chan int, 1)
			go func() { status <- run(ctx, strings.Fields(args), strings.NewReader(""), out, said) }()
			select {
			case got := <-status:
				require.Equal(t, statusInterrupted, got)
			case <-time.After(time.Minute):
				t.Fatal("the command waits for a reader")
			}
		})
	}
}
