package web

import (
	"strings"
	"unicode/utf8"

	"github.com/loopline/loopline/termsafe"
)

// MaxName limits how many characters of a name are shown.
const MaxName = 60

// Shown returns a text of others as a page shows it: what acts on a reader is made
// visible, and it is at most the given number of characters.
func Shown(text string, most int) string {
	if len(text) > 8*most {
		text = strings.ToValidUTF8(text[:8*most], "�") // 4 bytes are the longest character; enough is left
	}
	text = termsafe.Escape(text)
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}

// MaxWords limits how many characters of a move are shown.
const MaxWords = 120
