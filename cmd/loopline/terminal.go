package main

import (
	"os"
	"strconv"

	"golang.org/x/term"
)

// isTerminal tells whether a stream is a terminal that can be drawn on.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd()))
}

// terminalSize is the size of the terminal that f is. COLUMNS and LINES come
// first, then the terminal's own word, then 80 by 24.
func terminalSize(f *os.File) size {
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
	return size{columns, rows}
}
