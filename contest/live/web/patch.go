package web

import (
	"encoding/json"
	"strings"
)

// Hunk replaces lines of a text: at a line, so many, by others. In JSON it is
// [at, deleted, ["line", …]].
type Hunk struct {
	at, deleted int
	lines       []string
}

// maxGap limits how many equal lines part two hunks at least.
const maxGap = 1

// Patch returns the hunks that turn one text into the other, from the first line to the
// last. A place counts the lines of the text to which the hunks before it are applied.
// It looks for lines that moved a little, not for the shortest answer:
// pictures of two positions in a row differ in few lines.
func Patch(before, after []string) (hunks []Hunk) {
	where := map[string][]int{}
	for i, line := range before {
		where[line] = append(where[line], i)
	}
	i, at := 0, 0 // of before; of the text that is changed
	for j := 0; j < len(after) || i < len(before); {
		if i < len(before) && j < len(after) && before[i] == after[j] {
			i, j, at = i+1, j+1, at+1
			continue
		}
		ni, nj := meet(before, after, where, i, j)
		hunks = append(hunks, Hunk{at, ni - i, after[j:nj]})
		at += nj - j
		i, j = ni, nj
	}
	return hunks
}

// maxMeet limits how many lines are looked through for the next two that are equal.
const maxMeet = 400

// meet finds where two texts are equal again, behind i and j.
func meet(before, after []string, where map[string][]int, i, j int) (int, int) {
	best, bi, bj := maxMeet, len(before), len(after)
	for nj := j; nj < min(len(after), j+best+1); nj++ {
		for _, ni := range where[after[nj]] {
			if ni < i {
				continue
			}
			if d := ni - i + nj - j; d < best && agree(before[ni:], after[nj:]) {
				best, bi, bj = d, ni, nj
			}
			break
		}
	}
	return bi, bj
}

// agree reports whether two texts begin with equal lines, enough of them to go
// on there.
func agree(a, b []string) bool {
	for k := range min(maxGap+1, len(a), len(b)) {
		if a[k] != b[k] {
			return false
		}
	}
	return true
}

// PictureLines returns the lines of a picture, between which patch looks for differences.
func PictureLines(picture string) []string {
	return strings.Split(strings.TrimSuffix(picture, "\n"), "\n")
}

// SizeOf returns about how many bytes hunks have in JSON.
func SizeOf(hunks []Hunk) (n int) {
	for _, h := range hunks {
		n += 12
		for _, line := range h.lines {
			n += len(line) + 3
		}
	}
	return n
}

// MarshalJSON writes [at, deleted, [lines]].
func (h Hunk) MarshalJSON() ([]byte, error) {
	lines := h.lines
	if lines == nil {
		lines = []string{}
	}
	return json.Marshal([]any{h.at, h.deleted, lines})
}
