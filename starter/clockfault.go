package starter

import (
	"path/filepath"

	"github.com/loopline/loopline/internal/vfs"
	"github.com/loopline/loopline/sim/adopt"
)

// ClockFault compares the clock that the top module of a directory has by default with the one of its constraints, and
// returns what differs, or "". The constraints are those in the directory and in the one above it; a file that has the
// name that "loopline new board" gives it says which board it is.
func ClockFault(dir, top string) (string, error) {
	var known []adopt.Rate
	for _, b := range boards {
		for _, in := range []string{dir, filepath.Dir(filepath.Clean(dir))} {
			name := templateData{board: b}.Constraints()
			f, err := vfs.OpenRegular(filepath.Join(in, name))
			if err != nil {
				continue
			}
			if err := f.Close(); err != nil {
				return "", err
			}
			known = append(known, adopt.Rate{Value: float64(b.Hz), From: name + " is of the " + b.Title})
		}
	}
	return adopt.ClockFault(dir, top, known)
}
