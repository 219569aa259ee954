package svg

import "strings"

const start = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="`

// IsPicture reports whether a file that begins like this is a picture of this
// package's: it knows them by the shape of their tiles.
func IsPicture(beginning string) bool {
	return strings.HasPrefix(beginning, start) && strings.Contains(beginning, `<path id="h" d="M`)
}
