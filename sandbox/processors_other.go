//go:build !linux

package sandbox

import "runtime"

// MissingCPUs returns the given processors that this machine does not have, in order.
func MissingCPUs(cpus []int) (missing []int) {
	for _, n := range cpus {
		if n >= runtime.NumCPU() {
			missing = append(missing, n)
		}
	}
	return missing
}
