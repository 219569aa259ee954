package latency

import "strings"

// IsPlot reports whether a file that begins like this is a plot of this
// package's: it knows them by their lettering.
func IsPlot(beginning string) bool {
	return strings.HasPrefix(beginning, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="`) &&
		strings.Contains(beginning, `font-family="DejaVu Sans, Helvetica, Arial, sans-serif"`)
}
