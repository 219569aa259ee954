package vectors

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/loopline/loopline/vectors"
)

// catalogue is the list and where in it the classifier finds its bins. It
// is built once and never written again.
var catalogue = newBinList()

// longest are the lengths from which on bins are not told apart.
const (
	longestChain         = 17
	longestContradiction = 9
	manyCells            = 10
)

type binList struct {
	classes []vectors.Bin
	index   map[string]int

	status        [numStatuses]int
	cell          [256][3]int // by pattern of a settled cell, and shape
	forced        [256]int    // by pattern of a cell that forced play fills
	contradiction [256]int    // by pattern of a contradiction
	chain         [longestChain + 1]int
	after         [longestContradiction + 1]int

	families families
}

// families are bins that are found together.
type families struct {
	// What takes time to find, by what finds it.
	order, nearLines, end, offBoard, contradiction vectors.BinSet
	// The bins of a turn, without those of its cell's neighbours and the others
	// below: a legal one, and an illegal one.
	legal, illegal vectors.BinSet
	chain          vectors.BinSet
}

// family is the set of the bins whose names begin with one of the words.
func (l *binList) family(words ...string) (s vectors.BinSet) {
	for i, c := range l.classes {
		for _, word := range words {
			if strings.HasPrefix(c.Name, word) {
				s.Add(i)
			}
		}
	}
	return s
}

func (l *binList) add(name, says string) int {
	i := len(l.classes)
	l.classes = append(l.classes, vectors.Bin{Name: name, Description: says})
	l.index[name] = i
	return i
}

func newBinList() *binList {
	l := &binList{index: map[string]int{}}
	l.addStatuses()
	l.addCells()
	l.addPatterns()
	l.addChains()
	for _, c := range plainClasses {
		l.classes = append(l.classes, c)
		l.index[c.Name] = len(l.classes) - 1
	}
	l.families = families{
		order:         l.family("cell.", "forced."),
		nearLines:     l.family("line.not-", "line.spoiled"),
		end:           l.family("end.", "win.", "loop.", "line.").Without(l.family("line.not-", "line.spoiled")),
		offBoard:      l.family("off-board."),
		contradiction: l.family("clash"),

		legal: l.family("status.ok", "status.board-full", "full.", "first.plus", "first.slash", "mover.", "grow.", "wrap.",
			"box.", "forced.", "line.not-", "line.spoiled", "column.", "row."),
		illegal: l.family("status.", "full.", "first.", "off-board.", "clash", "column.", "row."),
		chain:   l.family("chain."),
	}
	return l
}

func (l *binList) addStatuses() {
	for s := range numStatuses {
		l.status[s] = l.add("status."+s.String(), "the answer is "+s.String())
	}
}

// addCells adds a bin for what each settled cell with a neighbour sees (at
// most one edge of each colour) and each shape.
func (l *binList) addCells() {
	for pat := 1; pat < 256; pat++ {
		if r, w := bits.OnesCount8(uint8(pat)&15), bits.OnesCount8(uint8(pat)>>4); r > 1 || w > 1 || !possible(pat) {
			continue
		}
		for i, shape := range [...]string{"plus", "slash", "backslash"} {
			l.cell[pat][i] = l.add(fmt.Sprintf("cell.%s.%s", patternName(pat), shape),
				"a "+shape+" is written at a cell that sees "+patternName(pat))
		}
	}
}

// addPatterns adds bins for the cells that forced play meets.
func (l *binList) addPatterns() {
	for pat := range 256 {
		r, w := bits.OnesCount8(uint8(pat)&15), bits.OnesCount8(uint8(pat)>>4)
		if possible(pat) && max(r, w) == 2 {
			l.forced[pat] = l.add("forced."+patternName(pat),
				"forced play fills a cell that sees "+patternName(pat))
		}
	}
	for pat := range 256 {
		r, w := bits.OnesCount8(uint8(pat)&15), bits.OnesCount8(uint8(pat)>>4)
		if possible(pat) && max(r, w) == 3 {
			l.contradiction[pat] = l.add("clash."+patternName(pat),
				"forced play ends at a cell that sees "+patternName(pat))
		}
	}
}

func (l *binList) addChains() {
	for n := range longestChain + 1 {
		name, says := fmt.Sprintf("chain.%d", n), fmt.Sprintf("%d tiles are forced", n)
		if n == longestChain {
			name, says = name+"+", fmt.Sprintf("%d tiles or more are forced", n)
		}
		l.chain[n] = l.add(name, says)
	}
	for n := 2; n <= longestContradiction; n++ {
		name, says := fmt.Sprintf("clash-after.%d", n), fmt.Sprintf("a contradiction after %d forced tiles", n)
		if n == longestContradiction {
			name, says = name+"+", says+" or more"
		}
		l.after[n] = l.add(name, says)
	}
}

// possible reports whether no side of a pattern is red and white.
func possible(pat int) bool { return pat&15&(pat>>4) == 0 }

// patternName spells a pattern in the order right, top, left, bottom: r, w, or
// - for no tile.
func patternName(pat int) string {
	b := []byte("----")
	for s := range b {
		switch {
		case pat>>s&1 != 0:
			b[s] = 'r'
		case pat>>(s+4)&1 != 0:
			b[s] = 'w'
		}
	}
	return string(b)
}
