package starter

import (
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/loopline/loopline/internal/vfs"
)

// maxConstraints bounds how much of a constraints file is read, in bytes.
const maxConstraints = 1 << 20

// PinSwap looks for the constraints of a known board in a directory of sources, and in the one
// above it. It returns where they give the serial pins rx and tx each other's places, and which
// are right; "" if they don't. The file has the name that "loopline new board" gives it.
func PinSwap(dir, rx, tx string) string {
	for _, b := range boards {
		if b.Both { // its serial line is wired by hand
			continue
		}
		for _, in := range []string{dir, filepath.Dir(filepath.Clean(dir))} {
			name := filepath.Join(in, templateData{board: b}.Constraints())
			f, err := vfs.OpenRegular(name)
			if err != nil {
				continue
			}
			text, err := io.ReadAll(io.LimitReader(f, maxConstraints))
			if f.Close(); err != nil {
				continue
			}
			if line := placed(string(text), rx, b.TX.Site); line > 0 && placed(string(text), tx, b.RX.Site) > 0 {
				return fmt.Sprintf("%s:%d: %s and %s are exchanged: on the %s the FPGA receives at %s and sends at %s",
					name, line, rx, tx, b.Title, b.RX.Site, b.TX.Site)
			}
		}
	}
	return ""
}

var constraintWord = regexp.MustCompile(`[A-Za-z0-9_]+`)

// placed is the number of the line of constraints that has a port at a site; 0 if none has.
func placed(text, port, site string) int {
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		line, _, _ = strings.Cut(line, "//")
		if words := constraintWord.FindAllString(line, -1); slices.Contains(words, port) && slices.Contains(words, site) {
			return i + 1
		}
	}
	return 0
}
