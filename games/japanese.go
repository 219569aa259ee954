package games

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/loopline/loopline/games/kakomimasu/contest"
)

// japanese has the words of a game for Japanese pages: its seats, its reasons, and
// what its View says of moves beside notation.
type japanese map[string]string

// japaneseWords are those that all games have.
var japaneseWords = japanese{"draw": "引き分け", "forced": "強制", "to": "対", "total": "合計点"}

// phrases are several words that are one in Japanese.
var phrases = []struct{ english, japanese string }{
	{"starts the other at", "が相手の開始マスを指定:"}, {"not done", "件は不成立"},
}

// counted are words before a number, and how Japanese says both.
var counted = map[string][2]string{
	"ply": {"", " 手目"}, "turn": {"", " ターン目"}, "item": {"アイテム ", ""},
}

// The words of each game.
var (
	traxJapanese       = japanese{"white": "白", "red": "赤", "loop": "ループ", "line": "ライン", "loop+line": "ループとライン"}
	chaserJapanese     = japanese{"cool": "COOL", "hot": "HOT", "block": "ブロック", "off-map": "マップ外", "shut-in": "包囲", "items": "アイテム数", "equal": "同数"}
	dptJapanese        = japanese{"first": "第1チーム", "second": "第2チーム", "tile": "タイル点", "move": "移動", "remove": "除去", "stay": "停留"}
	kakomimasuJapanese = japanese{"first": "第1", "second": "第2", "third": "第3", "fourth": "第4", "wall": "壁の点"}
	battle2048Japanese = japanese{
		"first": "先手", "second": "後手", "LESS_SCORE_AT_END": "得点差", "FIRST_BUT_SAME_SCORE_AT_END": "同点", "CANNOT_MOVE_AT_MAIN": "動けない",
	}
)

// word finds what may be a word of a game: off-map, loop+line, the move of
// move+0+1.
var word = regexp.MustCompile(`[A-Za-z]+(?:[-+_][A-Za-z]+)*`)

// Translate implements live.Translator.
func (j japanese) Translate(lang, text string) string {
	if lang != "ja" {
		return text
	}
	for _, p := range phrases {
		if before, after, ok := strings.Cut(text, p.english); ok {
			text = before + p.japanese + after
		}
	}
	head, rest, _ := strings.Cut(text, " ")
	if around, ok := counted[head]; ok && rest != "" {
		n, after, more := strings.Cut(rest, " ")
		if text = around[0] + n + around[1]; more {
			text += " " + after
		}
	}
	return word.ReplaceAllStringFunc(text, func(w string) string {
		return cmp.Or(j[w], japaneseWords[w], w)
	})
}

// Translate implements live.Translator. What players call themselves stays.
func (v kakomimasuView) Translate(lang, text string) string {
	after, isTurn := strings.CutPrefix(text, "turn ")
	n, names, _ := strings.Cut(after, " ")
	own := v.Names()
	if !isTurn || slices.Equal(own, contest.SeatNames[:len(own)]) {
		return v.japanese.Translate(lang, text)
	}
	return v.japanese.Translate(lang, "turn "+n) + " " + names
}
