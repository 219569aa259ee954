package main

import (
	"slices"
	"strings"
)

// unreached is a failure that names the outputs that were not reached: covers,
// and asserts, of which the premise is meant.
func unreached(outputs, asserts []string, reached map[int]int, cycles int) error {
	var missed []string
	for i, name := range outputs {
		if _, ok := reached[i]; ok {
			continue
		}
		if slices.Contains(asserts, name) {
			name = "the premise of " + name
		}
		missed = append(missed, name)
	}
	if len(missed) == 0 {
		return nil
	}
	return fail(NotReached, "in %d cycles: %s; more reach in the manifest, or fewer assumptions", cycles,
		strings.Join(missed, ", "))
}
