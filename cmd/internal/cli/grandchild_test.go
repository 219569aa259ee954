package cli

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
)

const (
	scriptParent   = "parent"                   // the script of a player that starts another process
	argGrandchild  = "grandchild"               // with an address it makes this binary that process
	grandchildCall = "LOOPLINE_TEST_GRANDCHILD" // the address, for the parent
)

// parent plays well. Before its first answer it starts a process and waits until that has
// called the test.
func parent() bridgetest.Script {
	s := botScript()
	play, started := s.Answer, false
	s.Answer = func(question string) (string, bool) {
		if !started {
			started = true
			if err := startGrandchild(os.Getenv(grandchildCall)); err != nil {
				return err.Error(), true
			}
		}
		return play(question)
	}
	return s
}

func startGrandchild(address string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(self, argGrandchild, address)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	_, err = bufio.NewReader(out).ReadString('\n')
	return err
}

// grandchild calls a test and stays, whatever it is asked, until it is killed.
func grandchild(address string) {
	signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	conn, err := net.Dial("tcp", address)
	if err != nil {
		os.Exit(1)
	}
	fmt.Println("here")
	_, _ = io.Copy(io.Discard, conn)
	select {}
}

// A process that a player has started dies with its game.
func TestGrandchildDiesWithItsGame(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	t.Setenv(grandchildCall, listener.Addr().String())
	var out bytes.Buffer
	status := run(t.Context(), []string{
		"play", "--isolation", "none", // the grandchild calls home
		"--white", bridgetest.ExecAddress("good", scriptParent), "--red", "bot:random?seed=1", "--handshake", "20s",
	}, strings.NewReader(""), &out, &out)
	require.Zero(t, status, out.String())

	conn, err := listener.Accept()
	require.NoError(t, err, out.String())
	defer conn.Close()
	require.NoError(t, conn.SetReadDeadline(time.Now().Add(30*time.Second)))
	_, err = conn.Read(make([]byte, 1))
	require.Error(t, err)
	require.NotErrorIs(t, err, os.ErrDeadlineExceeded, "the grandchild lives on")
}
