//go:build !windows

package locale

// systemName is nothing: here the environment says all.
func systemName() string { return "" }
