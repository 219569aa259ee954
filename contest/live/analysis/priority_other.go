//go:build !linux

package analysis

// lowerPriority does nothing: priorities of threads are Linux's.
func lowerPriority() {}
