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

// PinFault looks for the constraints of a known board in a directory of sources, and in the one
// above it. It returns where they give the serial pins rx and tx each other's places, or one of them
// no place, and what is right; "" if they don't. The file has the name that "loopline new board" gives it.
func PinFault(dir, rx, tx string) string {
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
			if fault := b.pinFault(name, string(text), rx, tx); fault != "" {
				return fault
			}
		}
	}
	return ""
}

// pinFault is PinFault of one file.
func (b board) pinFault(name, text, rx, tx string) string {
	if line := placed(text, rx, b.TX.Site); line > 0 && placed(text, tx, b.RX.Site) > 0 {
		return fmt.Sprintf("%s:%d: %s and %s are exchanged: on the %s the FPGA receives at %s and sends at %s",
			name, line, rx, tx, b.Title, b.RX.Site, b.TX.Site)
	}
	for _, pin := range []struct{ port, other, site, does string }{{rx, tx, b.RX.Site, "receives"}, {tx, rx, b.TX.Site, "sends"}} {
		if line := placed(text, pin.site); pin.port != "" && placed(text, pin.port) == 0 && placed(text, pin.other) > 0 && line > 0 {
			return fmt.Sprintf("%s:%d: no line names %s, and this one gives %s, where the FPGA %s on the %s, to another name: write %s",
				name, line, pin.port, pin.site, pin.does, b.Title, pin.port)
		}
	}
	return ""
}

var constraintWord = regexp.MustCompile(`[A-Za-z0-9_]+`)

// placed returns the number of the first line of constraints that has all words, which are ports or
// sites; 0 if none has.
func placed(text string, words ...string) int {
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		line, _, _ = strings.Cut(line, "//")
		found := constraintWord.FindAllString(line, -1)
		if !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(found, w) }) {
			return i + 1
		}
	}
	return 0
}
