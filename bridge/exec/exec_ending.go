package exec

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/loopline/loopline/internal/say"
)

// startError gives each way in which starting fails its own remedy. The words are the command's, and
// dir is where it runs.
func startError(command string, words []string, dir string, err error) error {
	if path := splitPath(words, dir); path != "" {
		return say.Errorf("exec:%s: cannot start: %q is one file: write 'exec:\"%s\"', else a blank ends the name: %w", command, path, path, err)
	}
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return say.Errorf("exec:%s: cannot start: write its path, such as exec:./mybot: %w", command, err)
	case errors.Is(err, fs.ErrNotExist):
		return say.Errorf("exec:%s: cannot start: no such program, or its interpreter is missing: %w", command, err)
	case errors.Is(err, fs.ErrPermission):
		return say.Errorf("exec:%s: cannot start: make it executable with chmod +x: %w", command, err)
	case errors.Is(err, syscall.ENOEXEC):
		return say.Errorf("exec:%s: cannot start: it is not a program; a script starts with #! and a shell: %w", command, err)
	}
	return say.Errorf("exec:%s: cannot start: %w", command, err)
}

// splitPath returns the path of a file whose name was taken for several words, or "".
func splitPath(words []string, dir string) string {
	for n := 2; n <= len(words); n++ {
		path := strings.Join(words[:n], " ")
		full := path
		if !filepath.IsAbs(path) {
			full = filepath.Join(dir, path)
		}
		if info, err := os.Stat(full); err == nil && info.Mode().IsRegular() {
			return path
		}
	}
	return ""
}
