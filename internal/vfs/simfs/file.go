package simfs

import (
	"io"
	"io/fs"
	"slices"
	"syscall"
	"time"

	"github.com/loopline/loopline/internal/filelock"
)

// file is an open file. It is what vfs.File says.
type file struct {
	process *Process
	node    *node
	name    string
	writes  bool
	appends bool
	closed  bool
	at      int64
}

// begin takes the disk for a call.
func (f *file) begin(op string) (end func(), err error) {
	f.process.disk.mu.Lock()
	switch op {
	case "write", "truncate":
		f.process.step()
	}
	switch {
	case f.process.dead:
		err = failed(op, f.name, ErrDead)
	case f.closed:
		err = failed(op, f.name, fs.ErrClosed)
	}
	return f.process.disk.mu.Unlock, err
}

// Name is the path.
func (f *file) Name() string { return f.name }

// Stat tells of the file.
func (f *file) Stat() (fs.FileInfo, error) {
	end, err := f.begin("stat")
	defer end()
	if err != nil {
		return nil, err
	}
	return f.node.info(f.name), nil
}

// Read reads what follows.
func (f *file) Read(p []byte) (int, error) {
	n, err := f.ReadAt(p, f.at)
	f.at += int64(n)
	if n > 0 && err == io.EOF {
		err = nil
	}
	return n, err
}

// ReadAt reads at a place.
func (f *file) ReadAt(p []byte, at int64) (int, error) {
	end, err := f.begin("read")
	defer end()
	if err != nil {
		return 0, err
	}
	if len(p) == 0 {
		return 0, nil
	}
	if at >= int64(len(f.node.seen)) {
		return 0, io.EOF
	}
	n := copy(p, f.node.seen[at:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// Write appends to a file that was opened for that, or continues at the file's offset.
func (f *file) Write(p []byte) (int, error) {
	if f.appends {
		return f.write(p, -1)
	}
	n, err := f.write(p, f.at)
	f.at += int64(n)
	return n, err
}

// WriteAt writes at a place.
func (f *file) WriteAt(p []byte, at int64) (int, error) { return f.write(p, at) }

// write writes at a place, -1 is the end.
func (f *file) write(p []byte, at int64) (n int, err error) {
	end, err := f.begin("write")
	defer end()
	d := f.process.disk
	switch {
	case err != nil:
		return 0, err
	case !f.writes:
		return 0, failed("write", f.name, fs.ErrPermission)
	case d.readOnly:
		d.counts.ReadOnly++
		return 0, failed("write", f.name, syscall.EROFS)
	}
	if at < 0 {
		at = int64(len(f.node.seen))
	}
	n = len(p)
	if d.full != nil && d.full(clean(f.name)) {
		d.counts.Full++
		n = Chance(d.o.Seed, "full/"+clean(f.name), at).IntN(len(p) + 1)
		err = failed("write", f.name, syscall.ENOSPC)
	}
	if n > 0 {
		f.node.change(at, slices.Clone(p[:n]), time.Now())
	}
	d.note(f.name, "wrote %d at %d of %s", n, at, f.process.name)
	return n, err
}

// Truncate sets the length.
func (f *file) Truncate(size int64) error {
	end, err := f.begin("truncate")
	defer end()
	d := f.process.disk
	switch {
	case err != nil:
		return err
	case d.readOnly:
		d.counts.ReadOnly++
		return failed("truncate", f.name, syscall.EROFS)
	}
	f.node.change(size, nil, time.Now())
	d.note(f.name, "cut to %d", size)
	return nil
}

// Sync brings the file to the disk, in no time.
func (f *file) Sync() error { return f.sync(0) }

// SyncData brings the file to the disk, in the time that the options say.
func (f *file) SyncData() error {
	if of := f.process.disk.o.SyncTime; of != nil {
		return f.sync(of(clean(f.name), time.Now()))
	}
	return f.sync(0)
}

func (f *file) sync(takes time.Duration) error {
	began := time.Now()
	end, err := f.begin("sync")
	if err == nil && takes > 0 && f.node.unsynced(began) > 0 {
		end()
		time.Sleep(takes)
		end, err = f.begin("sync")
	}
	defer end()
	if err != nil {
		return err
	}
	d, n := f.process.disk, f.node.unsynced(began)
	if n == 0 {
		return nil
	}
	if f.process.step(); f.process.dead {
		return failed("sync", f.name, ErrDead)
	}
	if d.noSync != nil && d.noSync(clean(f.name)) {
		d.counts.Unsynced++
		f.node.lose(n, Chance(d.o.Seed, "sync/"+clean(f.name), time.Now().UnixNano()))
		d.note(f.name, "not synced")
		return failed("sync", f.name, d.whyNoSync)
	}
	f.node.sync(n)
	d.note(f.name, "synced %d", len(f.node.disk))
	return nil
}

// Close closes the file, and gives its lock back.
func (f *file) Close() error {
	end, err := f.begin("close")
	defer end()
	if err != nil {
		return err
	}
	f.closed = true
	if f.node.holder == f {
		f.node.holder = nil
	}
	return nil
}

// TryLock implements vfs.File.
func (f *file) TryLock() error {
	end, err := f.begin("lock")
	defer end()
	switch {
	case err != nil:
		return err
	case f.node.holder != nil && f.node.holder != f:
		return filelock.ErrHeld
	}
	f.node.holder = f
	return nil
}

// Unlock gives the lock back.
func (f *file) Unlock() error {
	end, err := f.begin("unlock")
	defer end()
	if err == nil && f.node.holder == f {
		f.node.holder = nil
	}
	return err
}

// LockHolder is the name of the program that has the lock.
func (f *file) LockHolder() string {
	f.process.disk.mu.Lock()
	defer f.process.disk.mu.Unlock()
	if f.node.holder == nil {
		return ""
	}
	return f.node.holder.process.name
}
