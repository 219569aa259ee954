package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/stream"
)

// The exit statuses; statusHelp documents them.
const (
	statusDone        = 0
	statusFailed      = 1
	statusUsage       = 2
	statusFound       = 3
	statusInterrupted = 130 // 128 + SIGINT, as shells have it
	statusPipe        = 141 // 128 + SIGPIPE
)

// statusHelp closes every help text.
const statusHelp = `Exit status:
  0    done; a lost match is 0
  1    failed
  2    wrong usage
  3    ran, and found something wrong
  130  interrupted
  141  the reader of our output has gone, as in "| head"`

// usageError is a mistake in the command line.
type usageError struct {
	command string // the command's path, for its help
	problem any    // a text, or English
}

// Error names the mistake and where to read how it is done.
func (e *usageError) Error() string { return e.Text().String() }

// Text implements say.Sayer.
func (e *usageError) Text() say.Text { return say.Format("%s; see %s --help", e.problem, e.command) }

// checked returns the RunE of a command with one argument, in which check finds
// mistakes, as in the flags.
func checked(check func(arg string) error, run func(cmd *cobra.Command, arg string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if err := check(args[0]); err != nil {
			return &usageError{cmd.CommandPath(), say.TextOf(err)}
		}
		return run(cmd, args[0])
	}
}

// foundError reports the problems that a command found after it ran to its end.
type foundError struct{ problem say.Text }

// Error returns the problem in English.
func (e *foundError) Error() string { return e.problem.String() }

// Text implements say.Sayer.
func (e *foundError) Text() say.Text { return e.problem }

// found returns a foundError, or nil if problem is empty.
func found(problem string) error {
	if problem == "" {
		return nil
	}
	return &foundError{say.Word(problem)}
}

// status returns the exit status for the error of a command.
func status(err error) int {
	var usage *usageError
	var wrong *foundError
	switch {
	case err == nil:
		return statusDone
	case errors.Is(err, context.Canceled), errors.Is(err, host.ErrInterrupted):
		return statusInterrupted
	case stream.ReaderGone(err):
		return statusPipe
	case errors.As(err, &usage):
		return statusUsage
	case errors.As(err, &wrong):
		return statusFound
	default:
		return statusFailed
	}
}

// describe returns an error in the words for standard error.
func describe(err error) string {
	if status(err) == statusInterrupted {
		return "interrupted"
	}
	return err.Error()
}
