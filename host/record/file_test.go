package record

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/vfs"
	"github.com/loopline/loopline/internal/vfs/simfs"
)

func openRecord(t *testing.T, path string) *File {
	t.Helper()
	f, err := Open(path)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, f.Close()) })
	return f
}

func readRecord(t *testing.T, path string) ([]Game, error) {
	t.Helper()
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	return Read(f)
}

func TestRecordFileAppends(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.jsonl")
	for range 2 {
		f, err := Open(path)
		require.NoError(t, err)
		require.NoError(t, written(f))
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
		_, err := Open(path)
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
	require.NoError(t, written(f))
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
		_, err := Open(path)
		require.ErrorContains(t, err, "record "+path+": it ends with ")
		require.ErrorContains(t, err, "name another file")
		left, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, before, string(left))
	}
}

// TestChainBehindBrokenWrites: whatever a full disk leaves of a line, the next
// game is summed up behind it.
func TestChainBehindBrokenWrites(t *testing.T) {
	for n := range 500 {
		w := &breaking{left: n}
		for range 2 {
			_ = written(w)
			w.left = 1 << 20
			if w.Len() > 0 && !bytes.HasSuffix(w.Bytes(), []byte("\n")) {
				w.WriteByte('\n') // as File does
			}
		}
		games, err := Read(&w.Buffer)
		require.NoError(t, err, "broken after %d bytes", n)
		require.True(t, games[len(games)-1].Complete)
	}
}

var errBroken = errors.New("no space left on device")

// breaking takes so many bytes.
type breaking struct {
	bytes.Buffer
	left  int
	chain HashChain
}

func (b *breaking) Chain() *HashChain { return &b.chain }

func (b *breaking) Write(p []byte) (int, error) {
	n := min(len(p), b.left)
	b.left -= n
	b.Buffer.Write(p[:n])
	if n < len(p) {
		return n, errBroken
	}
	return n, nil
}

func TestRecordFileIsLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.jsonl")
	openRecord(t, path)
	_, err := Open(path)
	require.ErrorContains(t, err, "being written by another program")
	require.ErrorContains(t, err, path)
}

func TestRecordFileCannotOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "no", "games.jsonl")
	_, err := Open(path)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, path)
}

// What a full disk does not take is kept, in order and once, and comes to the file when there is
// space; without KeepWhileFull a write fails.
func TestKeepWhileFull(t *testing.T) {
	for seed := range uint64(50) {
		disk := simfs.New(simfs.Options{Seed: seed})
		require.NoError(t, disk.Process("p").MkdirAll("d", 0o755))
		f, err := OpenOn(disk.Process("p"), "d/r")
		require.NoError(t, err)
		f.KeepWhileFull()
		want := ""
		write := func() {
			line := fmt.Sprintf("%s,\"n\":%d}\n", GameStart, len(want))
			n, err := f.Write([]byte(line))
			require.NoError(t, err)
			require.Equal(t, len(line), n)
			want += line
		}
		write()
		disk.Full(func(string) bool { return true })
		for range 5 {
			write()
		}
		require.ErrorAs(t, f.Flush(), new(*vfs.FullError))
		require.ErrorAs(t, f.Sync(), new(*vfs.FullError))
		disk.Full(nil)
		if seed%2 == 0 {
			write()
		} else {
			require.NoError(t, f.Flush())
		}
		require.NoError(t, f.Sync())
		text, _ := disk.Kept("d/r")
		require.Equal(t, want, string(text))
		require.NoError(t, f.Close())
	}
}

// What a sync lost because the disk is full is written again, and survives a loss of power then; without
// KeepWhileFull the record fails.
func TestSyncOnAFullDisk(t *testing.T) {
	line := func(n int) string { return fmt.Sprintf("%s,\"n\":%d}\n", GameStart, n) }
	for seed := range uint64(50) {
		disk := simfs.New(simfs.Options{Seed: seed})
		require.NoError(t, vfs.MakeDirs(disk.Process("p"), "d"))
		f, err := OpenOn(disk.Process("p"), "d/r")
		require.NoError(t, err)
		require.NoError(t, disk.Process("p").SyncDir("d"))
		f.KeepWhileFull()
		want := ""
		write := func() {
			_, err := f.Write([]byte(line(len(want))))
			require.NoError(t, err)
			want += line(len(want))
		}
		write()
		require.NoError(t, f.Sync())
		disk.FullSyncs(func(string) bool { return true })
		for range 3 {
			write()
			require.ErrorAs(t, f.Sync(), new(*vfs.FullError))
			require.ErrorAs(t, f.Flush(), new(*vfs.FullError))
		}
		disk.FullSyncs(nil)
		if seed%2 == 0 {
			write()
		}
		require.NoError(t, f.Sync())
		text, _ := disk.Seen("d/r")
		require.Equal(t, want, string(text))
		disk.PowerLoss()
		text, _ = disk.Seen("d/r")
		require.Equal(t, want, string(text), "seed %d", seed)
		require.ErrorIs(t, f.Close(), simfs.ErrDead)
	}

	disk := simfs.New(simfs.Options{})
	f, err := OpenOn(disk.Process("p"), "r")
	require.NoError(t, err)
	disk.FullSyncs(func(string) bool { return true })
	_, err = f.Write([]byte(line(0)))
	require.NoError(t, err)
	require.ErrorContains(t, f.Sync(), "sync record r")
	disk.FullSyncs(nil)
	require.Error(t, f.Close())
}

// fillable is a disk that can be full.
type fillable struct {
	vfs.FS
	full *atomic.Bool
}

// OpenFile opens a file on it.
func (d fillable) OpenFile(name string, flag int, perm os.FileMode) (vfs.File, error) {
	f, err := d.FS.OpenFile(name, flag, perm)
	return fillableFile{f, d.full}, err
}

type fillableFile struct {
	vfs.File
	full *atomic.Bool
}

// Write writes nothing while the disk is full.
func (f fillableFile) Write(p []byte) (int, error) {
	if f.full.Load() {
		return 0, syscall.ENOSPC
	}
	return f.File.Write(p)
}

// Kept lines have a limit: past it the record fails as without them.
func TestKeptLinesHaveALimit(t *testing.T) {
	disk := simfs.New(simfs.Options{})
	require.NoError(t, disk.Process("p").MkdirAll("d", 0o755))
	d := fillable{disk.Process("p"), new(atomic.Bool)}
	f, err := OpenOn(d, "d/r")
	require.NoError(t, err)
	defer f.Close()
	f.KeepWhileFull()
	d.full.Store(true)
	line := append(bytes.Repeat([]byte("x"), MaxLine-1), '\n')
	for range maxKept/MaxLine + 2 {
		if _, err = f.Write(line); err != nil {
			break
		}
	}
	require.ErrorAs(t, err, new(*vfs.FullError))
	require.LessOrEqual(t, len(f.kept), maxKept)
	d.full.Store(false)
	require.NoError(t, f.Close(), "what was kept comes to the file")
}
