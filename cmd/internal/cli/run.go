package cli

import (
	"context"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/sandbox"
	"github.com/loopline/loopline/termsafe"
)

// saveMemory has garbage collected more often from 800 MiB on, for commands of
// which a game of a million plies fits into that. GOMEMLIMIT says otherwise.
func saveMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(800 << 20)
	}
}

// interrupts returns a context that ends with the first signal to stop. The
// second one stops the program at once.
func interrupts() (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(context.Background(),
		os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// run returns the whole program, until ctx ends. It returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	// Should it fail, nothing depends on it but how safe we are from players.
	_ = sandbox.HideProcess()

	// A closed output pipe, as in "loopline … | head", is an error of the write: it
	// doesn't end a match that viewers still follow.
	pipe := make(chan os.Signal, 1)
	signal.Notify(pipe, syscall.SIGPIPE)
	defer signal.Stop(pipe)

	// Notices are written under locks that players and viewers wait for.
	if stream.MayBlock(stderr) {
		notices := stream.NewNeverBlocked(stderr)
		defer notices.Flush()
		stderr = notices
	}
	if stream.MayBlock(stdout) {
		stdout = stream.Abandoning(ctx, stdout)
	}

	// All that people read goes through these two, so that nothing of what
	// players, records and files say can act on their terminal.
	guard, guardedOut, guardedErr := newGuard(stdout, stderr)
	ctx = context.WithValue(ctx, guardKey{}, guard)
	out, errout := termsafe.NewWriter(guardedOut), termsafe.NewWriter(guardedErr)
	root := newRootCmd()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(out)
	root.SetErr(errout)
	err := root.ExecuteContext(ctx)
	if failed := out.Flush(); err == nil {
		err = failed
	}
	if err == nil {
		return statusDone
	}
	if ctx.Err() != nil {
		err = context.Canceled
	}
	if status(err) != statusPipe {
		// The reader closed the pipe on purpose: report nothing.
		stream.NewNotifier(errout, "loopline").Notify(describe(err))
		_ = errout.Flush()
	}
	return status(err)
}
