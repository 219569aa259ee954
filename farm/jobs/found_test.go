package jobs

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/farm/leases"
	"github.com/loopline/loopline/farm/natsconn"
	"github.com/loopline/loopline/sandbox"
)

// A run that found something wrong has a result that says so; one that failed
// otherwise is tried again, and the job given up.
func TestFoundAndFailed(t *testing.T) {
	f := newFarm(t, natsconn.ServerOptions{})
	s := newSpec(t, 3, "")
	dir := filepath.Dir(s.file)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "tool"), []byte("#!/bin/sh\necho $1\nexit $1\n"), 0o700))
	s, err := ReadSpec(s.file) // another program is another spec
	require.NoError(t, err)
	s.FirstSeed = 2 // statuses 2, 3 and 4
	c := f.coordinate(s, nil)
	f.work("one", s, nil)
	<-c.done
	require.ErrorIs(t, c.err, ErrTooManyFailures)
	require.ErrorContains(t, c.err, "process exited with status 2: 2", "what it printed is told")
	require.Equal(t, map[int]string{1: "3\n" + Found + ": 3\n"}, c.results(t))
	require.Equal(t, 2*leases.DefaultAttempts, c.State().Failed)
}

// A job writes to nothing but its folder, and reads nothing of the worker's user.
func TestJobsAreIsolated(t *testing.T) {
	if ready, err := sandbox.New(sandbox.Auto, nil).Available(); err != nil || !ready {
		t.Skip("programs are not isolated here")
	}
	f := newFarm(t, natsconn.ServerOptions{})
	s := newSpec(t, 1, "")
	secret := filepath.Join(t.TempDir(), "secret")
	require.NoError(t, os.WriteFile(secret, []byte("secret"), 0o600))
	text := "#!/bin/sh\ncat " + secret + " 2>&1 >/dev/null | grep -o 'No such file'\n" +
		"(echo changed >" + secret + ") 2>/dev/null || echo not written\necho mine >here && cat here\n"
	require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(s.file), "tool"), []byte(text), 0o700))
	s, err := ReadSpec(s.file)
	require.NoError(t, err)
	c := f.coordinate(s, nil)
	f.work("one", s, nil)
	<-c.done
	require.NoError(t, c.err)
	require.Equal(t, map[int]string{0: "No such file\nnot written\nmine\n"}, c.results(t))
	kept, err := os.ReadFile(secret)
	require.NoError(t, err)
	require.Equal(t, "secret", string(kept))
}

// A worker whose program was changed gives its jobs back and takes no more of them, so
// that no attempt is lost to it.
func TestChangedProgram(t *testing.T) {
	f := newFarm(t, natsconn.ServerOptions{})
	s := newSpec(t, 3, "")
	c := f.coordinate(s, nil)
	changed := filepath.Join(t.TempDir(), "tool")
	require.NoError(t, os.WriteFile(changed, []byte("#!/bin/sh\necho other\n"), 0o700))
	said := make(chan string, 1000)
	w := &Worker{
		Conn: f.connect(natsconn.Worker), Name: "changed", Programs: Programs{s.Binaries["tool"]: changed},
		Isolation: sandbox.New(sandbox.None, nil), Say: func(text string) { said <- text },
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = w.Run(ctx)
	}()
	untilSaid(t, said, "it was changed")
	untilSaid(t, said, "does not have tool")
	stop()
	<-ended
	require.Zero(t, c.State().Failed)
	f.work("one", s, usual)
	<-c.done
	require.NoError(t, c.err)
	require.Equal(t, wanted(s), c.results(t))
}
