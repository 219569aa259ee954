package simulate

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/internal/filelock"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/internal/vfs"
	"github.com/loopline/loopline/internal/vfs/simfs"
)

// seam stands between a program and the disk, with a fault.
type seam struct {
	vfs.FS
	opened  func(f vfs.File, name string, writes bool) (vfs.File, error) // nil: as it is
	syncDir func() error                                                 // nil: as it is
}

// OpenFile opens a file, with the fault.
func (s seam) OpenFile(name string, flag int, perm fs.FileMode) (vfs.File, error) {
	f, err := s.FS.OpenFile(name, flag, perm)
	if err != nil || s.opened == nil {
		return f, err
	}
	return s.opened(f, name, flag&(os.O_RDWR|os.O_WRONLY) != 0)
}

// OpenDir opens a folder, with the fault.
func (s seam) OpenDir(name string) (vfs.File, error) { return s.OpenFile(name, os.O_RDONLY, 0) }

// SyncDir syncs a folder, with the fault.
func (s seam) SyncDir(name string) error {
	if s.syncDir != nil {
		return s.syncDir()
	}
	return s.FS.SyncDir(name)
}

// with is a file some of whose methods are others.
type with struct {
	vfs.File
	sync, syncData, tryLock, close func() error
	read, write                    func(p []byte) (int, error)
}

// Sync syncs.
func (f with) Sync() error { return cmpNil(f.sync, f.File.Sync)() }

// SyncData syncs.
func (f with) SyncData() error { return cmpNil(f.syncData, f.File.SyncData)() }

// TryLock locks.
func (f with) TryLock() error { return cmpNil(f.tryLock, f.File.TryLock)() }

// Close closes.
func (f with) Close() error { return cmpNil(f.close, f.File.Close)() }

// Read reads.
func (f with) Read(p []byte) (int, error) {
	if f.read != nil {
		return f.read(p)
	}
	return f.File.Read(p)
}

// Write writes.
func (f with) Write(p []byte) (int, error) {
	if f.write != nil {
		return f.write(p)
	}
	return f.File.Write(p)
}

func cmpNil(f, otherwise func() error) func() error {
	if f != nil {
		return f
	}
	return otherwise
}

func nothing() error { return nil }

// files is a fault of the files of one kind.
func files(kind func(name string) bool, change func(f vfs.File) with) func() func(vfs.FS) vfs.FS {
	return func() func(vfs.FS) vfs.FS {
		return func(files vfs.FS) vfs.FS {
			return seam{FS: files, opened: func(f vfs.File, name string, writes bool) (vfs.File, error) {
				if kind(name) && writes {
					return change(f), nil
				}
				return f, nil
			}}
		}
	}
}

func isDecisions(name string) bool { return path.Base(name) == tournament.DecisionsFile }
func isRecord(name string) bool    { return path.Base(path.Dir(name)) == tournament.RecordsFolder }

// endsLines ends a line that was cut when a program opens the decisions.
func endsLines(files vfs.FS) vfs.FS {
	return seam{FS: files, opened: func(f vfs.File, name string, writes bool) (vfs.File, error) {
		text, err := io.ReadAll(io.NewSectionReader(f, 0, 1<<30))
		if err == nil && writes && isDecisions(name) && len(text) > 0 && text[len(text)-1] != '\n' {
			_, err = f.WriteAt([]byte("\n"), int64(len(text)))
		}
		return f, err
	}}
}

// cutsLast takes the last decision away when a run begins.
func cutsLast(files vfs.FS) vfs.FS {
	return seam{FS: files, opened: func(f vfs.File, name string, writes bool) (vfs.File, error) {
		text, err := io.ReadAll(io.NewSectionReader(f, 0, 1<<30))
		if at := bytes.LastIndexByte(bytes.TrimSuffix(text, []byte("\n")), '\n'); writes && isDecisions(name) && at > 0 &&
			nameOf(files) == "run" {
			err = f.Truncate(int64(at) + 1)
		}
		return f, err
	}}
}

func nameOf(files vfs.FS) string { return files.(*simfs.Process).Name() }

// forgetsGames shows a run no record of an earlier one.
func forgetsGames(files vfs.FS) vfs.FS {
	return seam{FS: files, opened: func(f vfs.File, name string, writes bool) (vfs.File, error) {
		if isRecord(name) && !writes && nameOf(files) == "run" {
			return with{File: f, read: func([]byte) (int, error) { return 0, io.EOF }}, nil
		}
		return f, nil
	}}
}

// staleLocks keeps the lock of who died.
func staleLocks() func(vfs.FS) vfs.FS {
	held := map[string]bool{}
	return func(files vfs.FS) vfs.FS {
		return seam{FS: files, opened: func(f vfs.File, name string, _ bool) (vfs.File, error) {
			if name != folder {
				return f, nil
			}
			return with{
				File: f,
				tryLock: func() error {
					if held[name] {
						return filelock.ErrHeld
					}
					held[name] = f.TryLock() == nil
					return nil
				},
				close: func() error {
					err := f.Close()
					if err == nil {
						held[name] = false
					}
					return err
				},
			}, nil
		}}
	}
}

// hostFaults are faults of the host that the simulation finds.
var hostFaults = []Fault{
	{Name: "decisions are not synced before they are told", Files: files(isDecisions, func(f vfs.File) with {
		return with{File: f, sync: nothing}
	})},
	{Name: "another file is synced than the decisions", Files: func() func(vfs.FS) vfs.FS {
		return func(files vfs.FS) vfs.FS {
			return seam{FS: files, opened: func(f vfs.File, name string, writes bool) (vfs.File, error) {
				if !isDecisions(name) || !writes {
					return f, nil
				}
				return with{File: f, sync: func() error {
					other, err := files.OpenFile(path.Join(path.Dir(name), config.File), os.O_RDONLY, 0)
					if err != nil {
						return err
					}
					defer other.Close()
					return other.Sync()
				}}, nil
			}}
		}
	}},
	{Name: "records are not synced before they are decided upon", Files: files(isRecord, func(f vfs.File) with {
		return with{File: f, syncData: nothing}
	})},
	{Name: "names are not synced", Files: func() func(vfs.FS) vfs.FS {
		return func(files vfs.FS) vfs.FS { return seam{FS: files, syncDir: nothing} }
	}},
	{Name: "a sync that failed is taken for one that did not", Files: files(isDecisions, func(f vfs.File) with {
		return with{File: f, sync: func() error { _ = f.Sync(); return nil }}
	})},
	{Name: "a full disk is not noticed", Files: files(isRecord, func(f vfs.File) with {
		return with{File: f, write: func(p []byte) (int, error) { _, _ = f.Write(p); return len(p), nil }}
	})},
	{Name: "a line that was cut is taken for whole", Files: func() func(vfs.FS) vfs.FS { return endsLines }},
	{Name: "a decision is lost when a run begins", Files: func() func(vfs.FS) vfs.FS { return cutsLast }},
	{Name: "a game is played again that was played", Files: func() func(vfs.FS) vfs.FS { return forgetsGames }},
	{Name: "the lock of who died stays", Files: staleLocks},
	{Name: "a lock keeps nobody out", Files: func() func(vfs.FS) vfs.FS {
		return func(files vfs.FS) vfs.FS {
			return seam{FS: files, opened: func(f vfs.File, _ string, _ bool) (vfs.File, error) {
				return with{File: f, tryLock: nothing}, nil
			}}
		}
	}},
	{Name: "limits are judged by the wall clock", WallStamps: true},
}

// Every fault of the host that is seeded is found within some days.
func TestSeededFaultsAreFound(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t) // it is deterministic, and races have tests of their own
	const within = 200
	for _, fault := range hostFaults {
		t.Run(fault.Name, func(t *testing.T) {
			t.Parallel()
			for seed := uint64(1); ; seed++ {
				require.LessOrEqual(t, seed, uint64(within), "it was not found")
				if _, err := simulated(t, seed, fault); err != nil {
					t.Logf("day %d: %v", seed, err)
					return
				}
			}
		})
	}
}
