// Package termsafe shows untrusted text so that it cannot act on the terminal or
// mislead the reader.
//
// A player's standard error, names in a record, and addresses in errors may hold any
// bytes. Printed as they are, some of them clear the screen, set the title of the
// window, fill the clipboard, or turn the order of the characters around. This package
// writes such characters as \u followed by four hexadecimal digits, and bytes that are
// not UTF-8 as \x followed by two. JSON strings have the same form with \u, so escaped
// JSON keeps its meaning.
package termsafe

import (
	"unicode"
	"unicode/utf8"
)

// IsSafe reports whether a character may be shown as it is: letters, marks,
// digits, punctuation, symbols and spaces. Control characters, the line ends
// among them, are not, nor are characters that cannot be seen, that change the
// direction of others, or that Unicode does not define.
func IsSafe(r rune) bool {
	if r < utf8.RuneSelf {
		return ' ' <= r && r <= '~'
	}
	return unicode.IsGraphic(r) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) &&
		!unicode.Is(unicode.Variation_Selector, r)
}

// Escape is s with everything escaped that IsSafe refuses, line ends and tabs
// included, so that it stays within its line. It is for a field of a line;
// what a whole program prints goes through a Writer.
func Escape(s string) string {
	for i, r := range s {
		if !IsSafe(r) || r == utf8.RuneError {
			return string(appendEscaped([]byte(s[:i]), s[i:]))
		}
	}
	return s
}

// appendEscaped appends s, escaped.
func appendEscaped(dst []byte, s string) []byte {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			dst = appendByte(dst, s[i])
		case IsSafe(r):
			dst = append(dst, s[i:i+n]...)
		default:
			dst = AppendEscape(dst, r)
		}
		i += n
	}
	return dst
}

const digits = "0123456789abcdef"

func appendByte(dst []byte, b byte) []byte {
	return append(dst, '\\', 'x', digits[b>>4], digits[b&15])
}

// AppendEscape appends a character as \uXXXX, those beyond U+FFFF as the two
// halves that JSON wants.
func AppendEscape(dst []byte, r rune) []byte {
	if r > 0xffff {
		r -= 0x10000
		dst = AppendEscape(dst, 0xd800+r>>10)
		return AppendEscape(dst, 0xdc00+r&0x3ff)
	}
	return append(dst, '\\', 'u', digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15])
}
