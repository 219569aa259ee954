package bridgetest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"syscall"
)

// First arguments with which a test binary runs itself as something else.
const (
	argPlay = "bridgetest-play" // PLAYER SCRIPT
	argWire = "bridgetest-wire" // ADDRESS
)

// crashStatus is the exit status of a process whose player crashed.
const crashStatus = 3

// Main turns the process into a scripted player on its standard input and
// output when it was started as one by [StartPlayer] or [ExecAddress], and then does not
// return. Otherwise it does nothing.
func Main(scripts Scripts) {
	if len(os.Args) < 3 {
		return
	}
	switch os.Args[1] {
	case argPlay:
		os.Exit(playStdio(scripts, os.Args[2:]))
	case argWire:
		os.Exit(wireStdio(os.Args[2]))
	}
}

// ExecAddress is the address of this test binary as a scripted player.
func ExecAddress(player, script string) string {
	return selfCommand(argPlay, player, script)
}

func selfCommand(args ...string) string {
	self, err := os.Executable()
	if err != nil {
		self = os.Args[0]
	}
	command := "exec:" + quote(self)
	for _, arg := range args {
		command += " " + quote(arg)
	}
	return command
}

// quote is for paths and names, which hold no quotes.
func quote(s string) string { return "'" + s + "'" }

// stdio is the standard input and output as one connection.
type stdio struct{}

func (stdio) Read(b []byte) (int, error)  { return os.Stdin.Read(b) }
func (stdio) Write(b []byte) (int, error) { return os.Stdout.Write(b) }
func (stdio) Close() error {
	return errors.Join(os.Stdin.Close(), os.Stdout.Close())
}

func playStdio(scripts Scripts, args []string) int {
	if len(args) != 2 || scripts[args[1]] == nil {
		fmt.Fprintln(os.Stderr, "bridgetest: no such script:", args)
		return 2
	}
	player, err := PlayerNamed(args[0])
	if err != nil {
		fmt.Fprintln(os.Stderr, "bridgetest:", err)
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	err = player.Play(scripts[args[1]]())(ctx, stdio{})
	if errors.Is(err, ErrCrash) {
		return crashStatus
	}
	return 0
}

// wireStdio joins standard input and output to a connection, so that a test holds
// the far end of a process.
func wireStdio(address string) int {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bridgetest:", err)
		return 2
	}
	go func() {
		io.Copy(conn, os.Stdin)
		if c, ok := conn.(*net.TCPConn); ok {
			c.CloseWrite()
		}
	}()
	io.Copy(os.Stdout, conn)
	return 0
}
