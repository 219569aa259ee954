package command

import (
	"bytes"
	"context"
	"errors"
	"testing"
)

var errUsage, errFound = errors.New("usage"), errors.New("found")

// run runs a command and returns what it prints.
func run(t *testing.T, args ...string) (string, error) { return runIn(t.Context(), args...) }

// runIn is run until a context ends.
func runIn(ctx context.Context, args ...string) (string, error) {
	var out bytes.Buffer
	cmd := Farm(ErrorFuncs{
		Usage: func(_, problem string) error { return errors.Join(errUsage, errors.New(problem)) },
		Found: func(problem string) error { return errors.Join(errFound, errors.New(problem)) },
	})
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetArgs(args)
	cmd.SetOut(&out)
	cmd.SetErr(&bytes.Buffer{})
	err := cmd.ExecuteContext(ctx)
	return out.String(), err
}
