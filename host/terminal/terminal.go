// Package terminal shows a match on a terminal, as lines or drawn in place.
//
// It knows seats, clocks, verdicts and fouls, and no game: what was played and
// how a position looks comes from the [View] of the game.
package terminal

import (
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/term"
)

// Style describes the abilities of a terminal.
type Style struct {
	Fancy bool // colours, and Unicode beyond ASCII
}

// StyleOf returns the style that the terminal behind stream supports; anything else gets
// plain text. It honours NO_COLOR as in no-color.org.
func StyleOf(stream any) Style {
	return Style{IsTerminal(stream) && os.Getenv("NO_COLOR") == "" && SpeaksUTF8()}
}

// SpeaksUTF8 reports whether the locale is one of UTF-8, as the C library
// finds it.
func SpeaksUTF8() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := os.Getenv(name); v != "" {
			v = strings.ToUpper(v)
			return strings.Contains(v, "UTF-8") || strings.Contains(v, "UTF8")
		}
	}
	return false
}

// IsTerminal reports whether a stream is a terminal that can be drawn on.
func IsTerminal(stream any) bool {
	f, ok := File(stream)
	return ok && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd()))
}

// File is the file that a stream is, or that is below writers which have an Unwrap.
func File(stream any) (*os.File, bool) {
	for {
		w, ok := stream.(interface{ Unwrap() io.Writer })
		if !ok {
			break
		}
		stream = w.Unwrap()
	}
	f, ok := stream.(*os.File)
	return f, ok
}

// Size is a number of columns and rows of a terminal.
type Size struct{ Columns, Rows int }

// Unbounded is a size that everything fits.
var Unbounded = Size{1 << 30, 1 << 30}

// SizeOf is the size of the terminal that f is. COLUMNS and LINES come first,
// then what the terminal says, then 80 by 24.
func SizeOf(f *os.File) Size {
	columns, rows, err := term.GetSize(int(f.Fd()))
	if err != nil || columns <= 0 || rows <= 0 {
		columns, rows = 80, 24
	}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		columns = n
	}
	if n, err := strconv.Atoi(os.Getenv("LINES")); err == nil && n > 0 {
		rows = n
	}
	return Size{columns, rows}
}
