package player

import (
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/sandbox"
)

// countedProgram is a program of a system that counts its waits, or does not.
type countedProgram struct {
	io.ReadWriteCloser
	counts bool
}

func (countedProgram) CPUTime() time.Duration                  { return 0 }
func (countedProgram) Counted() bool                           { return true }
func (countedProgram) Apart() bool                             { return true }
func (countedProgram) Stop() error                             { return nil }
func (countedProgram) Continue() error                         { return nil }
func (p countedProgram) Waits(bool) (w sandbox.Waits, ok bool) { return w, p.counts }

// A program whose waits the system does not count is known as such; a board is none.
func TestUnmeasured(t *testing.T) {
	near, far := io.Pipe()
	defer far.Close()
	type pipe struct {
		io.Reader
		io.WriteCloser
	}
	for _, c := range []struct {
		conn io.ReadWriteCloser
		want bool
	}{
		{countedProgram{pipe{near, far}, false}, true},
		{countedProgram{pipe{near, far}, true}, false},
		{pipe{near, far}, false},
	} {
		line := lines.New(c.conn, lines.Config{})
		p := &Player{openConn: line}
		require.Equal(t, c.want, p.Unmeasured(), "%+v", c)
		require.Equal(t, c.want, p.Waits() == nil && line.Program() != nil)
	}
	require.False(t, (&Player{}).Unmeasured())
}
