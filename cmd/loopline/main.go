// Loopline referees FPGA boards playing Trax, over whatever wire they hang on,
// and proves RTL against a trusted oracle before the day.
//
// Results go to standard output; everything else goes to standard error as
// "loopline: …", in lower case and without a full stop. The exit statuses are
// in exit.go and in every help text.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run is the whole program. It returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	// A reader that has gone, as in "loopline … | head", is an error of the
	// write and not the end of a match that somebody else still follows.
	pipe := make(chan os.Signal, 1)
	signal.Notify(pipe, syscall.SIGPIPE)
	defer signal.Stop(pipe)
	ctx, stop := signal.NotifyContext(context.Background(),
		os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	// The second interrupt does not ask any more.
	context.AfterFunc(ctx, stop)

	root := newRootCmd()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return statusDone
	}
	if ctx.Err() != nil {
		err = context.Canceled
	}
	if status(err) != statusPipe {
		// Who closed the pipe has seen enough, and need not be told.
		fmt.Fprintln(stderr, "loopline:", describe(err))
	}
	return status(err)
}
