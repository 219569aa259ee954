package sim

import "strings"

// WithOption returns an address (the part behind "sim:") in which an option has the
// given value, whatever it had before. The address itself is not judged: that
// is for [ParseAddress]. A check that runs a board from several power-up
// states, or with a far end that is 2 % too fast, is the same address with
// seed=2, or skew=0.02.
func WithOption(address, key, value string) string {
	name, kept := others(address, key)
	return name + "?" + strings.Join(append(kept, key+"="+value), "&")
}

// WithoutOption returns an address (the part behind "sim:") without an option.
func WithoutOption(address, key string) string {
	name, kept := others(address, key)
	if len(kept) == 0 {
		return name
	}
	return name + "?" + strings.Join(kept, "&")
}

// others returns the name in an address, and its options but for one.
func others(address, key string) (name string, kept []string) {
	name, query, _ := strings.Cut(address, "?")
	for pair := range strings.SplitSeq(query, "&") {
		if k, _, _ := strings.Cut(pair, "="); pair != "" && k != key {
			kept = append(kept, pair)
		}
	}
	return name, kept
}
