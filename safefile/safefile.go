// Package safefile opens the files that commands write, so that none of them
// overwrites or makes longer what Loopline did not write.
//
// A file that holds something is looked at first: its beginning shows whether
// it is of the [FileType] that is to be written. Anything else is refused, unless the
// user says that it may be replaced. Symbolic links are followed, and what is
// behind them is judged the same.
package safefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/loopline/loopline/internal/vfs"
)

// FileType describes a type of output file and recognises files of that type.
type FileType struct {
	// Name is the human-readable kind: "tap", "picture".
	Name string
	// Match reports whether a file that begins so is of this kind. The beginning
	// has at most 4 KiB and is not empty. Nil is never.
	Match func(start string) bool
	// Stream allows pipes, terminals and devices such as /dev/null as well.
	Stream bool
}

// HasPrefix is a FileType.Match: the file begins with one of some texts, or is itself the
// beginning of one.
func HasPrefix(texts ...string) func(start string) bool {
	return func(start string) bool {
		for _, text := range texts {
			if strings.HasPrefix(start, text) || strings.HasPrefix(text, start) {
				return true
			}
		}
		return false
	}
}

// Error is a file that is not written to.
type Error struct {
	Kind   string // that was to be written
	Path   string
	What   string // is there
	Remedy string
}

// Error names the file, what it is, and what to do.
func (e *Error) Error() string {
	return fmt.Sprintf("%s %s: %s: %s", e.Kind, e.Path, e.What, e.Remedy)
}

// maxStart bounds the bytes that are read to recognise a file.
const maxStart = 4 << 10

// checkType returns an error unless a file of this type may be written at a path. info
// is nil for a free path.
func (k FileType) checkType(files vfs.FS, path string, remedy string) (info fs.FileInfo, err error) {
	info, err = files.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := files.Lstat(path); err == nil {
			return nil, &Error{k.Name, path, "it is a symbolic link to nothing", "name another file"}
		}
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("%s: %w", k.Name, err)
	case info.Mode().IsRegular():
		return info, k.checkFile(files, path, remedy)
	case k.Stream && harmless(info):
		return info, nil
	}
	return nil, &Error{k.Name, path, "it is " + typeWords(info.Mode()) + ", not a file", "name a file"}
}

func (k FileType) checkFile(files vfs.FS, path, remedy string) error {
	f, err := files.OpenFile(path, os.O_RDONLY, 0)
	if err != nil {
		return fmt.Errorf("%s: %w", k.Name, err)
	}
	defer f.Close()
	return k.checkContent(path, f, remedy)
}

// checkContent looks at what begins a file.
func (k FileType) checkContent(path string, f io.Reader, remedy string) error {
	start := make([]byte, maxStart)
	n, err := io.ReadFull(f, start)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%s: %w", k.Name, err)
	}
	if text := string(start[:n]); n > 0 && (k.Match == nil || !k.Match(text)) {
		line, _, _ := strings.Cut(text, "\n")
		return &Error{k.Name, path, fmt.Sprintf("it holds something else, which begins with %.40q", line), remedy}
	}
	return nil
}

// harmless reports whether a file other than a regular one may be written to: pipes,
// terminals, and the devices that accept or drop everything. Writing to other devices,
// such as a board or a disk, has effects.
func harmless(info fs.FileInfo) bool {
	mode := info.Mode()
	switch {
	case mode&fs.ModeNamedPipe != 0:
		return true
	case mode&fs.ModeCharDevice != 0:
		return harmlessDevice(info)
	}
	return false
}

// typeWords names the type of a file that is not a regular one.
func typeWords(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a directory"
	case mode&fs.ModeDevice != 0:
		return "a device"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	}
	return "something else"
}
