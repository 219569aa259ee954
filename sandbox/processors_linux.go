package sandbox

import (
	"os"
	"slices"
	"strconv"
	"strings"
)

// MissingCPUs returns the given processors that this machine does not have, in order;
// none if the system does not report them.
func MissingCPUs(cpus []int) []int {
	text, err := os.ReadFile("/sys/devices/system/cpu/online")
	if err != nil {
		return nil
	}
	return without(cpus, string(text))
}

// without returns the numbers that a list such as "0-3,6" does not have.
func without(cpus []int, list string) (missing []int) {
	for _, n := range cpus {
		if !slices.ContainsFunc(strings.Split(strings.TrimSpace(list), ","), func(span string) bool {
			first, last, ok := strings.Cut(span, "-")
			if !ok {
				last = first
			}
			low, err := strconv.Atoi(first)
			high, wrong := strconv.Atoi(last)
			return err == nil && wrong == nil && low <= n && n <= high
		}) {
			missing = append(missing, n)
		}
	}
	return missing
}
