package host

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
)

// killed makes this binary a host that plays for ever, see TestKill.
const killed = "LOOPLINE_HOST_RECORDS_TO"

// playForEver plays match after match and says each ply once it is over.
func playForEver(path string) {
	f, err := record.Open(path)
	if err != nil {
		panic(err)
	}
	out := bufio.NewWriter(os.Stdout)
	for {
		m := between(rounds(20, second), hosttest.Answering("ok", 0), hosttest.Answering("ok", 0))
		m.Record = f
		m.Watch = func(e record.Event) {
			if e.Type == record.EventNote {
				out.WriteString(e.Type + "\n")
				out.Flush()
			}
		}
		if _, err := m.Run(context.Background()); err != nil {
			panic(err)
		}
	}
}

// A host killed at any instant leaves every finished ply in its record, and
// the next host appends to it.
func TestKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.jsonl")
	said := 0
	for range 25 {
		said += killOnce(t, path)
	}
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	games, err := record.Read(bytes.NewReader(text))
	require.NoError(t, err)
	notes := 0
	for i := range games {
		_, err := Verify(&games[i], rounds(20, second))
		require.NoError(t, err)
		for _, e := range games[i].Events {
			if e.Type == record.EventNote {
				notes++
			}
		}
	}
	require.GreaterOrEqual(t, notes, said)
	require.Positive(t, said)
}

// killOnce runs a host, kills it, and returns the plies it said were over.
func killOnce(t *testing.T, path string) int {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), killed+"="+path)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	lines := bufio.NewScanner(out)
	require.True(t, lines.Scan(), "the host plays")
	time.AfterFunc(time.Duration(rand.IntN(5000))*time.Microsecond,
		func() { _ = cmd.Process.Kill() })
	said := 1
	for lines.Scan() {
		if strings.TrimSpace(lines.Text()) == record.EventNote {
			said++
		}
	}
	var exit *exec.ExitError
	require.True(t, errors.As(cmd.Wait(), &exit))
	return said
}
