package referee

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/japanese"

	"github.com/loopline/loopline/games/chaser"
)

const maxName = 4

// FullName returns the name that a client gave, in UTF-8 or CP932.
func FullName(given string) string {
	if !utf8.ValidString(given) {
		given, _ = japanese.ShiftJIS.NewDecoder().String(given)
	}
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, given))
}

// TeamName returns the name that a client gave as far as it counts: its first four
// characters. One without any is COOL or HOT, for seat 0 or 1.
func TeamName(seat int, given string) string {
	given = FullName(given)
	if runes := []rune(given); len(runes) > maxName {
		given = strings.TrimSpace(string(runes[:maxName]))
	}
	if given == "" {
		return chaser.Seats[seat]
	}
	return given
}
