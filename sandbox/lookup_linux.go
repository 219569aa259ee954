package sandbox

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// lookup finds the program's file and fails as starting it would.
func (p *Program) lookup(dir string) (string, error) {
	path, err := find(p.Args[0], dir)
	if err != nil {
		return "", err
	}
	start := beginning(path)
	switch {
	case bytes.HasPrefix(start, []byte("#!")):
		if _, err := os.Stat(interpreter(path)); err != nil {
			return "", &fs.PathError{Op: "exec", Path: path, Err: syscall.ENOENT}
		}
	case len(start) > 0 && !bytes.HasPrefix(start, []byte("\x7fELF")) && !otherFormats():
		return "", &fs.PathError{Op: "exec", Path: path, Err: syscall.ENOEXEC}
	}
	return path, nil
}

// find returns the absolute path of a program.
func find(name, dir string) (string, error) {
	if !strings.Contains(name, "/") {
		path, err := exec.LookPath(name)
		if err != nil {
			return "", err
		}
		return filepath.Abs(path)
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		err = syscall.EACCES
	}
	if err == nil {
		err = unix.Access(name, unix.X_OK)
	}
	if err != nil {
		return "", &fs.PathError{Op: "exec", Path: name, Err: bare(err)}
	}
	return name, nil
}

// bare returns an error without the words around it.
func bare(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}

// interpreter returns the interpreter of a script, or "" for other files.
func interpreter(path string) string {
	line, _, _ := bytes.Cut(beginning(path), []byte("\n"))
	rest, script := bytes.CutPrefix(line, []byte("#!"))
	if words := strings.Fields(string(rest)); script && len(words) > 0 {
		return words[0]
	}
	return ""
}

// beginning returns the first bytes of a file, or none if it cannot be read.
func beginning(path string) []byte {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	start := make([]byte, 256)
	n, _ := io.ReadFull(f, start)
	return start[:n]
}

// otherFormats reports whether the system runs more than ELF and scripts.
func otherFormats() bool {
	formats, err := os.ReadDir("/proc/sys/fs/binfmt_misc")
	return err == nil && len(formats) > 2 // register and status are always there
}
