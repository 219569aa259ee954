package sim

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// waveFiles makes the files that a model told to write a waveform may write to:
// the waveform, and the one beside it in which the library keeps names meanwhile.
// The second is to be removed when the model has ended.
func waveFiles(args []string) (writable []string, err error) {
	for _, arg := range args {
		name, ok := strings.CutPrefix(arg, "+wave=")
		if !ok {
			continue
		}
		if name, err = filepath.Abs(name); err != nil {
			return nil, err
		}
		for _, file := range []string{name, name + ".hier"} {
			f, err := os.OpenFile(file, os.O_CREATE|os.O_WRONLY, 0o644)
			if err != nil {
				return nil, fmt.Errorf("the waveform cannot be written: %w", err)
			}
			f.Close()
			writable = append(writable, file)
		}
	}
	return writable, nil
}
