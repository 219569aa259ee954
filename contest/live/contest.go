package live

import "strings"

// KeyOf names a game in addresses by the identity in its record: a slash in it is
// a dash.
func KeyOf(id string) string { return strings.ReplaceAll(id, "/", "-") }
