package main

import (
	"bufio"
	"runtime"
	"strings"
)

// trimLine takes off what some players put before the line end.
func trimLine(line string) string { return strings.TrimRight(line, " \r") }

// processors is how many goroutines can run at once.
func processors() int { return runtime.GOMAXPROCS(0) }

// flush brings the results out, also those before an error, which it returns.
func flush(out *bufio.Writer, err error) error {
	if failed := out.Flush(); err == nil {
		return failed
	}
	return err
}
