package sim

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// outputFiles makes the files that a model is told to write, the only ones that it may
// write to: a waveform, with the file beside it in which the library keeps names
// meanwhile and which is to be removed when the model has ended, and the counts of its
// coverage.
func outputFiles(args []string) (writable, temporary []string, err error) {
	for _, arg := range args {
		name, wave := strings.CutPrefix(arg, "+wave=")
		coverage := false
		if !wave {
			name, coverage = strings.CutPrefix(arg, "+coverage=")
		}
		if !wave && !coverage {
			continue
		}
		if name, err = filepath.Abs(name); err != nil {
			return nil, nil, err
		}
		files := []string{name}
		if wave {
			temporary = append(temporary, name+".hier")
			files = append(files, name+".hier")
		}
		for _, file := range files {
			f, err := os.OpenFile(file, os.O_CREATE|os.O_WRONLY, 0o644)
			if err != nil {
				return nil, nil, fmt.Errorf("the file of the model cannot be written: %w", err)
			}
			f.Close()
			writable = append(writable, file)
		}
	}
	return writable, temporary, nil
}
