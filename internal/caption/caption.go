// Package caption fits names of players into pictures.
package caption

import (
	"encoding/xml"
	"strings"
	"unicode"

	"github.com/loopline/loopline/termsafe"
)

// Name returns a name, escaped for XML, in letters by which it fits a room of that many pixels: of the size
// most, or smaller ones. In letters of the size least it is shortened, with an ellipsis. Control characters
// are left out.
func Name(name string, room, most, least int) (text string, size int) {
	name = strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return -1
		}
		return c
	}, name)
	size = most
	for size > least && Width(name, size) > room {
		size--
	}
	if Width(name, size) > room {
		end, left := 0, float64(room)/float64(size)-em('…')
		for i, c := range name {
			if left -= em(c); left < 0 {
				break
			}
			end = i + len(string(c))
		}
		name = strings.TrimRight(name[:end], " ") + "…"
	}
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(name)) // a strings.Builder takes everything
	return b.String(), size
}

// Width returns how many pixels a text takes at most in bold letters of that size, of Helvetica, Arial, the Go
// font or one for Japanese.
func Width(text string, size int) int {
	width := 0.0
	for _, c := range text {
		width += em(c)
	}
	return int(width*float64(size) + 1)
}

// em is the width of a character in parts of the size of letters.
func em(c rune) float64 {
	switch {
	case termsafe.Width(string(c)) > 1 || c == '…':
		return 1
	case strings.ContainsRune("MWmw@%□■", c):
		return 1
	case unicode.IsUpper(c):
		return 0.8
	case strings.ContainsRune(" .,:;-'ijl()", c):
		return 0.4
	}
	return 0.64
}
