package bridge

import (
	"context"
	"io"
	"time"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/bridge/exec"
	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/bridge/serial"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/sandbox"
)

// Options configure Open besides the address. The zero value is usable.
type Options struct {
	// Stderr receives what an exec player writes to its standard error, line
	// by line and within limits. Nil discards it. A slow Stderr loses lines,
	// it never holds the player up.
	Stderr io.Writer

	// Isolation starts an exec player. Nil is one of mode auto, which tells Log
	// where a player cannot be isolated.
	Isolation *sandbox.Isolation

	// Policy confines an exec player: that of players, or of players that are checked.
	Policy sandbox.Policy

	// Limits bound the resources of an exec player with its child processes. Without a total, memory is
	// limited to [sandbox.Isolation.PlayerMemory].
	Limits sandbox.Limits

	// CPUs are the processors that an exec player may run on whose address names
	// none; none is all.
	CPUs []int

	// Dir is the folder in which an exec player runs. It then sees that folder, the system's
	// programs and nothing else of the host's files. Empty is our own folder, and all files.
	Dir string

	// Log receives messages for the user, such as a peer that was turned away.
	// It may be called from other goroutines while Open runs. Nil is silent.
	Log func(string)

	// Language is the language of log lines.
	Language say.Language

	// Listening is called with the bound host:port once a listen address
	// waits for its player. Nil is not called.
	Listening func(address string)

	// USBReattacher is the command line of a process that gives the kernel its driver
	// back if this process is killed while it uses raw USB: a program that calls
	// usb.RunReattacher with the appended arguments. Empty starts none.
	USBReattacher []string

	// WaitForDevice waits, until ctx ends, for a serial or usb device that is not
	// plugged in.
	WaitForDevice bool

	// PrepareTime bounds one run of prepare= or reset=, and ReturnTime the time in which
	// the board is there again after it; 0 is one minute and ten seconds.
	PrepareTime, ReturnTime time.Duration

	// SelfTest is given the line of a board that was prepared, and returns what is wrong
	// with it; nil asks nothing. It doesn't close the line.
	SelfTest func(ctx context.Context, line *lines.Line) error

	// Root is the parent of /dev, /sys and /proc; empty means /. It lets serial
	// selection run on a copy of another machine's tree.
	Root string
}

func (o Options) log(format string, args ...any) { o.tell(say.Format(format, args...)) }

// tell tells the user.
func (o Options) tell(text say.Text) {
	if o.Log != nil {
		o.Log(o.Language.Say(text))
	}
}

// exec returns what an exec player takes of the options.
func (o Options) exec() exec.Options {
	return exec.Options{
		Stderr: o.Stderr, Isolation: exec.IsolationOf(o.Isolation, o.Log), Policy: o.Policy, Limits: o.Limits, CPUs: o.CPUs, Dir: o.Dir,
	}
}

// Open reaches the player at address. ctx bounds the opening only: a listen
// address waits for its player until ctx ends.
//
// The caller closes the connection. Close may be called more than once and from
// any goroutine, and it unblocks Read. One goroutine may read while another
// writes. The connection also has Drain() error, which returns when every byte
// written has left the machine as far as the wire can tell, and
// SetWriteDeadline(time.Time) error, which bounds Write and Drain.
//
// An address of bot, sim or human is answered with an [*addr.OtherSchemeError], a
// mistake in it with an [*addr.Error].
func Open(ctx context.Context, address string, opts Options) (io.ReadWriteCloser, error) {
	a, err := addr.Parse(address)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, say.Errorf("opening %s: %w", address, err)
	}
	if opts.WaitForDevice && (a.Scheme == addr.SchemeSerial || a.Scheme == addr.SchemeUSB) {
		return openWhenPluggedIn(ctx, a, opts)
	}
	return openAddress(ctx, a, opts)
}

func openAddress(ctx context.Context, a addr.Address, opts Options) (io.ReadWriteCloser, error) {
	if !a.Preparation.IsZero() {
		return openPrepared(ctx, a, opts)
	}
	// Each case returns by itself, for a nil *T in the interface is not nil.
	switch a.Scheme {
	case addr.SchemeSerial:
		return serial.Open(a.Serial, serial.Options{Root: opts.Root, Log: opts.tell})
	case addr.SchemeTCP:
		return openTCP(ctx, a, opts)
	case addr.SchemeListen:
		return openListen(ctx, a, opts)
	case addr.SchemeExec:
		return exec.Open(a.Exec, opts.exec())
	case addr.SchemeUSB:
		return openUSB(ctx, a.USB, opts)
	}
	return nil, &addr.OtherSchemeError{Address: a}
}
