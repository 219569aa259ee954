package safefile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"github.com/loopline/loopline/internal/filelock"
	"github.com/loopline/loopline/internal/vfs"
)

// Append opens a file of the given type to write after its end, and makes it if there
// isn't one. It locks the file: a file that another program of ours appends to is
// refused. The caller closes it.
func Append(path string, k FileType) (*os.File, error) {
	f, err := AppendOn(vfs.OS, path, k)
	if err != nil {
		return nil, err
	}
	return f.(vfs.OSFile).File, nil
}

// AppendOn is Append on a file system.
func AppendOn(files vfs.FS, path string, k FileType) (vfs.File, error) {
	const remedy = "name another file"
	// Looked at before it is opened: to open a device may do something.
	info, err := k.checkType(files, path, remedy)
	if err != nil {
		return nil, err
	}
	flags := os.O_RDWR | os.O_APPEND | os.O_CREATE
	if info != nil && !info.Mode().IsRegular() {
		flags = streamFlags
	}
	f, err := open(files, path, flags)
	if err != nil {
		return nil, k.unopened(path, err)
	}
	if err := k.take(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// streamFlags open a pipe or a device without waiting.
const streamFlags = os.O_WRONLY | vfs.Nonblock

// readerWait bounds the wait for a pipe's reader. Without a bound a command would wait
// for ever, deaf to interrupts.
const readerWait = 3 * time.Second

// open opens a path, and of a pipe waits for its reader.
func open(files vfs.FS, path string, flags int) (vfs.File, error) {
	for until := time.Now().Add(readerWait); ; time.Sleep(10 * time.Millisecond) {
		f, err := files.OpenFile(path, flags, 0o644)
		if !errors.Is(err, syscall.ENXIO) || time.Now().After(until) {
			return f, err
		}
	}
}

// unopened is the error of a path that could not be opened.
func (k FileType) unopened(path string, err error) error {
	if errors.Is(err, syscall.ENXIO) {
		return &Error{k.Name, path, "this pipe has no reader", "start its reader first"}
	}
	return fmt.Errorf("%s: %w", k.Name, err)
}

// heldError is the error of a file that another program has locked.
type heldError struct{ refused *Error }

// lockedBy names who has a file locked, as far as the system tells.
func lockedBy(k FileType, f vfs.File) error {
	remedy := "wait for it or name another file"
	if holder := f.LockHolder(); holder != "" {
		remedy += " (" + holder + " has it locked)"
	}
	return &heldError{&Error{k.Name, f.Name(), "it is being written by another program", remedy}}
}

func (e *heldError) Error() string { return e.refused.Error() }

// Unwrap are the file's error and filelock.ErrHeld.
func (e *heldError) Unwrap() []error { return []error{e.refused, filelock.ErrHeld} }

// take locks the file that was opened, and looks at it once more: it may be
// another now.
func (k FileType) take(f vfs.File) error {
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("%s: %w", k.Name, err)
	}
	if !info.Mode().IsRegular() {
		if k.Stream && harmless(info) {
			return nil
		}
		return &Error{k.Name, f.Name(), "it is " + typeWords(info.Mode()) + ", not a file", "name a file"}
	}
	if err := f.TryLock(); err != nil {
		if errors.Is(err, filelock.ErrHeld) {
			return lockedBy(k, f)
		}
		return fmt.Errorf("%s %s: lock: %w", k.Name, f.Name(), err)
	}
	return k.checkContent(f.Name(), io.NewSectionReader(f, 0, maxStart), "name another file")
}
