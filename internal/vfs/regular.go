package vfs

import (
	"cmp"
	"io/fs"
	"os"

	"github.com/loopline/loopline/internal/say"
)

// CheckRegular returns an error that names the file type unless the name is free or
// leads, over links, to a regular file: opening a named pipe waits for a writer, and a
// device has no end.
func CheckRegular(files FS, name string) error {
	info, err := files.Stat(name)
	if err != nil || info.Mode().IsRegular() {
		return nil // opening it returns the error
	}
	kind := say.Format("no regular file")
	switch mode := info.Mode(); {
	case mode.IsDir():
		kind = say.Format("a folder")
	case mode&fs.ModeNamedPipe != 0:
		kind = say.Format("a named pipe")
	case mode&fs.ModeSocket != 0:
		kind = say.Format("a socket")
	case mode&fs.ModeDevice != 0:
		kind = say.Format("a device")
	}
	return say.Errorf("%s is %s, where a file belongs: move it away, and put the file back", name, kind)
}

// OpenRegular opens a regular file for reading. The error of another kind of file is
// [CheckRegular]'s. A pipe that takes the file's place meanwhile isn't waited for.
func OpenRegular(name string) (*os.File, error) {
	if err := CheckRegular(OS, name); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(name, os.O_RDONLY|Nonblock, 0)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		f.Close()
		return nil, cmp.Or(CheckRegular(OS, name), err, fs.ErrInvalid)
	}
	return f, nil
}
