package jobs

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/loopline/loopline/internal/vfs"
)

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }

// Hash is the SHA-256 of a program, as sha256sum prints it.
func Hash(name string) (string, error) {
	f, err := vfs.OpenRegular(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a regular file", name)
	}
	if err != nil {
		return "", err
	}
	h := sha256.New()
	if n, err := io.Copy(h, io.LimitReader(f, maxFile+1)); err != nil || n > maxFile {
		return "", errors.Join(err, fmt.Errorf("%s cannot be read, or has more than %d bytes", name, maxFile))
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Programs maps hashes to paths of the programs that a worker may run; it runs no
// other.
type Programs map[string]string

// ReadPrograms reads a list as sha256sum prints it: a hash and a path a line.
// Relative paths are below the list's folder.
func ReadPrograms(name string) (Programs, error) {
	text, err := readBounded(name, maxSpec)
	if err != nil {
		return nil, fmt.Errorf("list of programs: %w; make it: sha256sum loopline mybot > %s", err, name)
	}
	p := Programs{}
	number := 0
	for whole := range strings.Lines(string(text)) {
		number++
		line := strings.TrimRight(whole, "\r\n")
		if strings.TrimSpace(line) == "" {
			continue
		}
		hash, file, ok := strings.Cut(line, " ")
		file = strings.TrimLeft(file, " *")
		if !ok || !isHash(hash) || file == "" {
			return nil, fmt.Errorf("%s:%d: %.80q is not a line of sha256sum", name, number, line)
		}
		p[hash] = resolvePath(filepath.Dir(name), file)
	}
	if len(p) == 0 {
		return nil, fmt.Errorf("%s lists no program; make it: sha256sum loopline mybot > %s", name, name)
	}
	return p, nil
}

// isHash reports whether a text is a SHA-256 as sha256sum writes it.
func isHash(s string) bool {
	b, err := hex.DecodeString(s)
	return err == nil && len(b) == sha256.Size && strings.ToLower(s) == s
}

func (p Programs) hashes() []string { return slices.Sorted(maps.Keys(p)) }

// changedError says that a file is not what the list says any more.
type changedError struct{ file, hash string }

func (e *changedError) Error() string {
	return e.file + " is not what the worker's list says: it was changed; make the list again and start the worker again"
}

// copyTo copies a program of the list to an executable file that no user may write. It
// returns a changedError if the file does not match its hash any more.
func (p Programs) copyTo(hash, file string) error {
	from, ok := p[hash]
	if !ok {
		return fmt.Errorf("the program %.12s is not on the worker's list", hash)
	}
	in, err := vfs.OpenRegular(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o500)
	if err != nil {
		return err
	}
	h := sha256.New()
	_, err = io.Copy(io.MultiWriter(out, h), io.LimitReader(in, maxFile))
	if err = errors.Join(err, out.Close()); err == nil && hex.EncodeToString(h.Sum(nil)) != hash {
		err = &changedError{from, hash}
	}
	if err != nil {
		_ = os.Remove(file)
	}
	return err
}
