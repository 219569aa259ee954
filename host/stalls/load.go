package stalls

import (
	"os"
	"runtime"
	"strconv"
	"strings"
)

// Load returns the programs that ran or waited for a processor on this machine, on average over the last
// minute. False is of a system that does not say.
func Load() (float64, bool) {
	if runtime.GOOS != "linux" {
		return 0, false
	}
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0, false
	}
	return parseLoad(string(text))
}

// parseLoad reads the first number of /proc/loadavg.
func parseLoad(text string) (float64, bool) {
	first, _, _ := strings.Cut(text, " ")
	load, err := strconv.ParseFloat(first, 64)
	return load, err == nil && load >= 0
}
