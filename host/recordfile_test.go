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

	"github.com/loopline/loopline/host/hosttest"
	"github.com/stretchr/testify/require"
)

func openRecord(t *testing.T, path string) *RecordFile {
	t.Helper()
	f, err := OpenRecord(path)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, f.Close()) })
	return f
}

func readRecord(t *testing.T, path string) ([]RecordedGame, error) {
	t.Helper()
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	return ReadRecord(f)
}

func TestRecordFileAppends(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.jsonl")
	for range 2 {
		f, err := OpenRecord(path)
		require.NoError(t, err)
		m := between(rounds(2, second), hosttest.Answering("ok", 0))
		m.Record = f
		_, err = m.Run(t.Context())
		require.NoError(t, err)
		require.NoError(t, f.Close())
		require.NoError(t, f.Close())
		_, err = f.Write([]byte("x"))
		require.ErrorIs(t, err, os.ErrClosed)
	}
	games, err := readRecord(t, path)
	require.NoError(t, err)
	require.Len(t, games, 2)
	for i := range games {
		require.True(t, games[i].Complete)
	}
}

// TestRecordFileOfSomethingElse: what is no record is not made longer.
func TestRecordFileOfSomethingElse(t *testing.T) {
	for _, text := range []string{"milk\neggs\n", `{"format":"loopline-vectors"}` + "\n", "\x00\xff", `{"type":"gamE"`} {
		path := filepath.Join(t.TempDir(), "list")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, err := OpenRecord(path)
		require.ErrorContains(t, err, "record "+path+": it holds something else, which begins with ")
		require.ErrorContains(t, err, "name another file")
		left, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, text, string(left))
	}
}

func TestRecordFileAfterHalfALine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.jsonl")
	require.NoError(t, os.WriteFile(path, []byte(`{"type":"game","ver`), 0o600))
	f := openRecord(t, path)
	m := between(rounds(1, second), hosttest.Answering("ok", 0))
	m.Record = f
	_, err := m.Run(t.Context())
	require.NoError(t, err)
	games, err := readRecord(t, path)
	require.NoError(t, err)
	require.Len(t, games, 1)
	require.True(t, games[0].Complete)
}

// TestRecordFileEndsWithGarbage: what is no beginning of an event is not passed
// over by writing behind it.
func TestRecordFileEndsWithGarbage(t *testing.T) {
	for _, tail := range []string{"{hello", "garbage\n", "\n", "\x00\x00\x00", "{}\n", `{"type":"game"}`, `{"type":"gamble"`} {
		path := filepath.Join(t.TempDir(), "games.jsonl")
		before := sample(t) + tail
		require.NoError(t, os.WriteFile(path, []byte(before), 0o600))
		_, err := OpenRecord(path)
		require.ErrorContains(t, err, "record "+path+": it ends with ")
		require.ErrorContains(t, err, "name another file")
		left, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, before, string(left))
	}
}

// TestChainBehindBrokenWrites: whatever a full disk leaves of a line, the next
// match is summed up behind it.
func TestChainBehindBrokenWrites(t *testing.T) {
	for n := range 300 {
		w := &breaking{left: n}
		for range 2 {
			m := between(rounds(1, second), hosttest.Answering("ok", 0))
			m.Record = w
			_, _ = m.Run(t.Context())
			w.left = 1 << 20
			if w.Len() > 0 && !bytes.HasSuffix(w.Bytes(), []byte("\n")) {
				w.WriteByte('\n') // as RecordFile does
			}
		}
		games, err := ReadRecord(&w.Buffer)
		require.NoError(t, err, "broken after %d bytes", n)
		require.True(t, games[len(games)-1].Complete)
	}
}

// breaking takes so many bytes.
type breaking struct {
	bytes.Buffer
	left  int
	chain Chain
}

func (b *breaking) Chain() *Chain { return &b.chain }

func (b *breaking) Write(p []byte) (int, error) {
	n := min(len(p), b.left)
	b.left -= n
	b.Buffer.Write(p[:n])
	if n < len(p) {
		return n, errFull
	}
	return n, nil
}

func TestRecordFileIsLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.jsonl")
	openRecord(t, path)
	_, err := OpenRecord(path)
	require.ErrorContains(t, err, "being written by another program")
	require.ErrorContains(t, err, path)
}

func TestRecordFileCannotOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "no", "games.jsonl")
	_, err := OpenRecord(path)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, path)
}

// killed makes this binary a host that plays for ever, see TestKill.
const killed = "LOOPLINE_HOST_RECORDS_TO"

// playForEver plays match after match and says each ply once it is over.
func playForEver(path string) {
	f, err := OpenRecord(path)
	if err != nil {
		panic(err)
	}
	out := bufio.NewWriter(os.Stdout)
	for {
		m := between(rounds(20, second), hosttest.Answering("ok", 0), hosttest.Answering("ok", 0))
		m.Record = f
		m.Watch = func(e Event) {
			if e.Type == EventNote {
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
	games, err := readRecord(t, path)
	require.NoError(t, err)
	notes := 0
	for i := range games {
		_, err := Verify(&games[i], rounds(20, second))
		require.NoError(t, err)
		for _, e := range games[i].Events {
			if e.Type == EventNote {
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
		if strings.TrimSpace(lines.Text()) == EventNote {
			said++
		}
	}
	var exit *exec.ExitError
	require.True(t, errors.As(cmd.Wait(), &exit))
	return said
}
