package jobs

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/farm/bus"
	"github.com/loopline/loopline/farm/ledger"
)

// A run that found something wrong has a result that says so; one that failed
// otherwise is tried again, and the job given up.
func TestFoundAndFailed(t *testing.T) {
	f := newFarm(t, bus.ServerOptions{})
	s := newSpec(t, 3, "")
	dir := filepath.Dir(s.file)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "tool"), []byte("#!/bin/sh\necho $1\nexit $1\n"), 0o700))
	s, err := ReadSpec(s.file) // another program is another spec
	require.NoError(t, err)
	s.FirstSeed = 2 // statuses 2, 3 and 4
	c := f.coordinate(s, nil)
	f.work("one", s, nil)
	<-c.done
	require.ErrorIs(t, c.err, ErrBroken)
	require.ErrorContains(t, c.err, "process exited with status 2")
	require.Equal(t, map[int]string{1: "3\n" + Found + ": 3\n"}, c.results(t))
	require.Equal(t, 2*ledger.DefaultAttempts, c.State().Failed)
}
