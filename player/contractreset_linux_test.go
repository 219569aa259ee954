package player

import (
	"errors"
	"io"
	"os"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/player/contract"
)

// resettingBoard is a board that restarts whenever its port is opened, as one whose reset is wired to DTR: it prints
// a banner, and does its steps from the first.
type resettingBoard struct {
	master *os.File
	begun  chan struct{} // gets an item when a banner was printed
	ended  chan struct{} // gets an item when the port was closed
	pulled sync.Once
}

const bootBanner = "\r\nboot v1.0\r\nself test ok\r\nready\r\n"

// isOpen reports whether anybody has opened the port.
func (b *resettingBoard) isOpen() (open bool) {
	raw, err := b.master.SyscallConn()
	if err != nil {
		return false
	}
	_ = raw.Control(func(fd uintptr) {
		asked := []unix.PollFd{{Fd: int32(fd)}}
		_, err := unix.Poll(asked, 0)
		open = err == nil && asked[0].Revents&unix.POLLHUP == 0
	})
	return open
}

// Read reads what the host sends, until it closes the port.
func (b *resettingBoard) Read(p []byte) (int, error) {
	n, err := b.master.Read(p)
	if errors.Is(err, syscall.EIO) {
		err = io.EOF
	}
	return n, err
}

// Write writes to the host.
func (b *resettingBoard) Write(p []byte) (int, error) { return b.master.Write(p) }

// Close pulls the board out.
func (b *resettingBoard) Close() (err error) {
	b.pulled.Do(func() { err = b.master.Close() })
	return err
}

// run does the steps at each opening, until the board is pulled out.
func (b *resettingBoard) run(steps []contract.Step) {
	awaits := func(open bool) bool {
		for b.isOpen() != open {
			time.Sleep(time.Millisecond)
			if _, err := b.master.Stat(); err != nil {
				return false
			}
		}
		return true
	}
	for awaits(true) {
		if _, err := io.WriteString(b.master, bootBanner); err != nil {
			return
		}
		b.begun <- struct{}{}
		contract.Play(b, steps)
		if !awaits(false) {
			return
		}
		b.ended <- struct{}{}
	}
}

// TestContractReset prints the column of the table for a board that restarts and prints a banner when its port is
// opened. Here it is opened for the second time: nothing of the first is left, and the banner is no answer.
func TestContractReset(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	contract.Run(t, []contract.Way{{Name: "resets", Partial: true, Greets: true, Open: func(t *testing.T, row int) host.Player {
		master, slave, err := pty.Open()
		require.NoError(t, err)
		_, err = term.MakeRaw(int(slave.Fd()))
		require.NoError(t, err)
		require.NoError(t, slave.Close())
		board := &resettingBoard{master: master, begun: make(chan struct{}, 1), ended: make(chan struct{}, 1)}
		var runs sync.WaitGroup
		runs.Go(func() { board.run(contract.Rows[row].Steps) })
		t.Cleanup(func() { _ = board.Close(); runs.Wait() })
		opened := func() *Player {
			o := &Opener{Connect: time.Minute, Say: func(string) {}}
			p, err := o.Open(t.Context(), "player", "serial:"+slave.Name(), io.Discard)
			require.NoError(t, err)
			<-board.begun
			return p
		}
		if gone := contract.Rows[row].Steps; len(gone) == 0 || !gone[len(gone)-1].Hang {
			p := opened()
			require.True(t, p.Alive(t.Context()))
			_, _, err = p.Send(t.Context(), "of the first opening")
			require.NoError(t, err)
			require.NoError(t, p.Close())
			<-board.ended
		}
		p := opened()
		t.Cleanup(func() { p.Close() })
		require.True(t, p.Alive(t.Context()), "a match asks before each game")
		return p
	}}})
}
