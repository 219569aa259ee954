package bridge

import (
	"context"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/stretchr/testify/require"
)

func TestLineOverPTYAndExec(t *testing.T) {
	master, slave, err := pty.Open()
	require.NoError(t, err)
	defer master.Close()
	name := slave.Name()
	conn, err := Open(t.Context(), "serial:"+name, Options{})
	require.NoError(t, err)
	slave.Close()
	go func() {
		far := NewLine(master, LineConfig{})
		for {
			text, _, _, err := far.Receive(context.Background())
			if err != nil {
				return
			}
			far.Send(context.Background(), "re "+text)
		}
	}()
	line := NewLine(conn, LineConfig{})
	for _, c := range []*Line{line, execLine(t)} {
		sent, drained, err := c.Send(t.Context(), "hello")
		require.NoError(t, err)
		require.False(t, drained.Before(sent))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		text, first, last, err := c.Receive(ctx)
		cancel()
		require.NoError(t, err)
		require.Contains(t, text, "hello")
		require.False(t, first.Before(sent))
		require.False(t, last.Before(first))
		require.NoError(t, c.Close())
	}
}

func execLine(t *testing.T) *Line {
	conn, err := Open(t.Context(), "exec:cat", Options{})
	require.NoError(t, err)
	return NewLine(conn, LineConfig{})
}
