package gamefile

import (
	"bytes"
	"strings"
	"unicode"

	"github.com/loopline/loopline/trax"
)

// pasted finds the moves of a text as people paste it, with numbers, commas and prose around
// them. It finds none where something looks like a move and is not: then the text is read
// as it stands, and the error names it.
func pasted(text []byte) (moves []string, lines []int) {
	if ofVariant(text) {
		return nil, nil
	}
	for number := 1; len(text) > 0; number++ {
		var line []byte
		line, text, _ = bytes.Cut(text, []byte("\n"))
		for _, word := range strings.FieldsFunc(string(line), separates) {
			word = strings.Trim(word, `.:!?"'`)
			if i := strings.LastIndexAny(word, ".:"); i >= 0 && isNumber(word[:i]) {
				word = word[i+1:] // 12.A1+
			}
			if _, err := trax.ParseMove(word); err == nil {
				moves, lines = append(moves, word), append(lines, number)
			} else if looksLikeMove(word) {
				return nil, nil
			}
		}
	}
	return moves, lines
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

// looksLikeMove reports whether a word has letters before a number, or a number before a shape.
func looksLikeMove(word string) bool {
	i := strings.IndexAny(word, "0123456789")
	if i < 0 {
		return strings.ContainsAny(word, `\+@`)
	}
	return i > 0 || strings.ContainsAny(word, `+/\@`)
}

// plainMoves reports whether every word is a move.
func plainMoves(moves []string) bool {
	for _, m := range moves {
		if _, err := trax.ParseMove(m); err != nil {
			return false
		}
	}
	return true
}
