//go:build !windows

package say

// systemName is nothing: here the environment says all.
func systemName() string { return "" }
