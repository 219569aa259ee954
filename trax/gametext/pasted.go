package gametext

import (
	"bytes"
	"strings"
	"unicode"

	"github.com/loopline/loopline/trax"
)

// pasted finds the moves of a text as people paste it, with numbers, commas and prose around
// them. Its error names the first word that looks like a move and is none.
func pasted(text []byte) (moves []string, lines []int, err error) {
	if ofVariant(text) {
		return nil, nil, nil
	}
	for number := 1; len(text) > 0; number++ {
		var line []byte
		line, text, _ = bytes.Cut(text, []byte("\n"))
		for _, word := range strings.FieldsFunc(string(line), separates) {
			word = strings.Trim(word, `.:!?"'`)
			if i := strings.LastIndexAny(word, ".:"); i >= 0 && isNumber(word[:i]) {
				word = word[i+1:] // 12.A1+
			}
			if _, wrong := trax.ParseMove(word); wrong == nil {
				moves, lines = append(moves, word), append(lines, number)
			} else if looksLikeMove(word) {
				return nil, nil, trax.FormatErrorf(number, "%.40q is not a move: a column, a row and a shape (/ \\ +), such as @0/ or B12+", word)
			}
		}
	}
	return moves, lines, nil
}

// ofVariant reports whether a text begins with the name of a game with other rules, such as
// LoopTrax, as a .trx file does.
func ofVariant(text []byte) bool {
	first, _, _ := bytes.Cut(bytes.TrimSpace(text), []byte("\n"))
	words := strings.Fields(string(first))
	return len(words) > 0 && len(words) <= 3 && strings.HasSuffix(strings.ToLower(words[len(words)-1]), "trax")
}

// separates reports whether a character stands between words.
func separates(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune(",;()[]{}<>|*_`、。，；（）「」“”", r)
}

func isNumber(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r < '0' || r > '9' })
}

// looksLikeMove reports whether a word has letters before a number, or is a number before a shape.
func looksLikeMove(word string) bool {
	i := strings.IndexAny(word, "0123456789")
	if i < 0 {
		return strings.HasPrefix(word, "@") || strings.HasSuffix(word, `\`)
	}
	if i == 0 {
		n := len(word) - 1
		return isNumber(word[:n]) && strings.ContainsAny(word[n:], `+/\@`)
	}
	return !strings.Contains(word, "://")
}

// plainMoves reports whether every word is a move, or looks like one.
func plainMoves(moves []string) (all, like bool) {
	all, like = true, true
	for _, m := range moves {
		if _, err := trax.ParseMove(m); err != nil {
			all, like = false, like && looksLikeMove(m)
		}
	}
	return all, like
}
