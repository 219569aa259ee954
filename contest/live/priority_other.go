//go:build !linux

package live

// lowerPriority does nothing: priorities of threads are Linux's.
func lowerPriority() {}
