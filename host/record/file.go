package record

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/loopline/loopline/internal/vfs"
	"github.com/loopline/loopline/safefile"
)

// File is a file that records are appended to. Each Write is on its way
// to the file when it returns, so that no kill of the host loses it; a
// goroutine brings it to the disk meanwhile, so that no loss of power does
// and no clock waits for it. One game at a time may write.
type File struct {
	files vfs.FS
	file  vfs.File

	mu     sync.Mutex
	torn   bool // the last write broke off: start a line of its own
	keeps  bool
	kept   []byte // what a full disk did not take
	closed bool
	err    error // of syncing, told at the next Write and at Close

	size   int64  // of the file
	tail   []byte // its end, from the last sync on, if it keeps
	synced int64  // where tail begins
	lost   error  // of a sync in which a full disk may have lost tail: it is to be written again

	chain HashChain // of the lines in the file

	syncing chan struct{} // holds one: a system tells of a sync that failed once
	dirty   chan struct{} // holds one: written since the last sync began
	done    chan struct{} // closed when the syncing goroutine has ended
}

// GameStart sets how the first event of a record begins, and so its file.
const GameStart = `{"type":"game"`

// Open opens a file for appending; what it holds stays. A file that
// another game writes is refused, one that holds no record, and what is no
// regular file, such as a device or a pipe: a record is read again. The caller
// closes it.
func Open(path string) (*File, error) { return OpenOn(vfs.OS, path) }

// OpenOn is Open on a file system.
func OpenOn(files vfs.FS, path string) (*File, error) {
	f, err := safefile.AppendOn(files, path, fileKind)
	if err != nil {
		return nil, err
	}
	r := &File{
		files: files, file: f, syncing: make(chan struct{}, 1), dirty: make(chan struct{}, 1), done: make(chan struct{}),
	}
	if err := r.readEnd(); err != nil {
		f.Close()
		return nil, err
	}
	go r.syncs()
	return r, nil
}

// Chain is the checksums in the file.
func (r *File) Chain() *HashChain { return &r.chain }

// fileKind is a file that begins as a record does, perhaps with an event that
// was cut.
var fileKind = safefile.FileType{Name: "record", Match: func(start string) bool {
	line, _, _ := strings.Cut(start, "\n")
	return line != "" && (strings.HasPrefix(line, GameStart) || strings.HasPrefix(GameStart, line))
}}

// KeepWhileFull has Write keep in memory what a full disk does not take, up to a limit, instead of
// failing, and what a sync may lose there. [File.Flush], [File.Sync] and each later Write bring it to the
// file when there is space. Call it before the first Write.
func (r *File) KeepWhileFull() { r.keeps, r.synced = true, r.size }

// maxKept limits how many bytes are kept while the disk is full: more than one ply ever has.
const maxKept = 8 * MaxLine

// Flush writes what was kept while the disk was full, and syncs it again if a sync failed for that. The
// error is a *vfs.FullError as long as it is full.
func (r *File) Flush() error {
	r.mu.Lock()
	lost := r.lost != nil
	err := r.flush()
	r.mu.Unlock()
	if err == nil && lost {
		err = r.sync()
	}
	return err
}

// flush writes what is to be written again, and what was kept, for a caller that holds the lock.
func (r *File) flush() error {
	if r.lost != nil {
		if err := r.rewrite(); err != nil {
			return err
		}
		r.lost = nil
	}
	if len(r.kept) == 0 {
		return nil
	}
	n, err := r.append(r.kept)
	r.kept = r.kept[n:]
	if vfs.IsFull(err) {
		err = &vfs.FullError{File: r.file.Name(), Err: err}
	}
	return err
}

// append writes p, and notes what a sync may lose of it.
func (r *File) append(p []byte) (int, error) {
	n, err := r.file.Write(p)
	if r.keeps && r.size == r.synced+int64(len(r.tail)) && len(r.tail)+n <= maxKept {
		r.tail = append(r.tail, p[:n]...)
	}
	r.size += int64(n)
	return n, err
}

// write writes p, and keeps of it what a full disk does not take, if the file is to.
func (r *File) write(p []byte) (int, error) {
	err := r.flush()
	if err == nil {
		var n int
		if n, err = r.append(p); err == nil || !r.keeps || !vfs.IsFull(err) {
			return n, err
		}
		r.kept = append(r.kept, p[n:]...)
		return len(p), nil
	}
	if !vfs.IsFull(err) || len(r.kept)+len(p) > maxKept {
		return 0, err
	}
	r.kept = append(r.kept, p...)
	return len(p), nil
}

// Name is the path of the file.
func (r *File) Name() string { return r.file.Name() }

// Write appends p. An error names the file; it may have been one of an
// earlier sync.
func (r *File) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return 0, fmt.Errorf("record %s: %w", r.file.Name(), os.ErrClosed)
	}
	if r.err != nil {
		return 0, r.err
	}
	if r.torn {
		if _, err := r.write([]byte{'\n'}); err != nil {
			return 0, err
		}
		r.torn = false
	}
	n, err := r.write(p)
	r.torn = n > 0 && p[n-1] != '\n'
	select {
	case r.dirty <- struct{}{}:
	default:
	}
	return n, err
}

// syncs brings to the disk what was written, many writes at once when the
// disk is slow, until Close.
func (r *File) syncs() {
	defer close(r.done)
	for range r.dirty {
		if err := r.sync(); err != nil && !errors.As(err, new(*vfs.FullError)) {
			return
		}
	}
}

// sync brings to the disk what was written. After one that failed all do: what was not written then may
// never be, whatever the system says of a later one. Only what a full disk did not take is
// written again, if it was noted, by the next flush.
func (r *File) sync() error {
	r.syncing <- struct{}{}
	defer func() { <-r.syncing }()
	r.mu.Lock()
	err, until := cmp.Or(r.err, r.lost), r.size
	r.mu.Unlock()
	if err != nil {
		return err
	}
	err = r.file.SyncData()
	r.mu.Lock()
	defer r.mu.Unlock()
	noted := r.size == r.synced+int64(len(r.tail))
	switch {
	case err == nil:
		if noted || until == r.size {
			r.tail, r.synced = slices.Clone(r.tail[max(0, len(r.tail)-int(r.size-until)):]), until
		}
		return nil
	case noted && r.keeps && vfs.IsFull(err):
		r.lost = &vfs.FullError{File: r.file.Name(), Err: err}
		return r.lost
	}
	r.err = fmt.Errorf("sync record %s: %w", r.file.Name(), err)
	return r.err
}

// rewrite writes the end of the file once more, at its place.
func (r *File) rewrite() error {
	f, err := r.files.OpenFile(r.file.Name(), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(r.tail, r.synced)
	if err = errors.Join(err, f.Close()); vfs.IsFull(err) {
		return &vfs.FullError{File: r.file.Name(), Err: err}
	}
	return err
}

// Sync brings what was written to the disk, and returns when it is there. A verdict may
// be built upon then. After a *vfs.FullError it can be called again.
func (r *File) Sync() error {
	if err := r.Flush(); err != nil {
		return err
	}
	return r.sync()
}

// Close brings everything to the disk and gives the lock back. A second Close
// does nothing.
func (r *File) Close() error {
	r.mu.Lock()
	if r.closed {
		r.mu.Unlock()
		return nil
	}
	r.closed = true
	close(r.dirty)
	r.mu.Unlock()
	<-r.done
	return errors.Join(r.Flush(), r.sync(), r.file.Close())
}

var _ io.WriteCloser = (*File)(nil)

// GameOf is the name of the game that a record is of, from the beginning of its
// file; empty unless it is a record.
func GameOf(beginning string) string {
	if strings.HasPrefix(beginning, ExcerptStart) {
		_, beginning, _ = strings.Cut(beginning, "\n")
	}
	if !strings.HasPrefix(beginning, GameStart) {
		return ""
	}
	_, rest, _ := strings.Cut(beginning, `,"game":"`)
	name, _, _ := strings.Cut(rest, `"`)
	return name
}
