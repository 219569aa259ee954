package vectors

import (
	"fmt"
	"math/bits"
	"strings"
)

// Class is a kind of event that vectors of a file are to cover.
type Class struct {
	Name string
	// Says what a vector of the class has.
	Says string
	// Supply is how many different vectors there are at most; 0 is plenty.
	Supply int
}

// ClassSet is a set of turn classes, by their place in [Classes].
type ClassSet [4]uint64

// Add adds the class with number i.
func (s *ClassSet) Add(i int) { s[i>>6] |= 1 << (i & 63) }

// Has tells whether the class with number i is in the set.
func (s *ClassSet) Has(i int) bool { return s[i>>6]>>(i&63)&1 != 0 }

// meets tells whether the sets have a class in common.
func (s *ClassSet) meets(t *ClassSet) bool {
	return s[0]&t[0]|s[1]&t[1]|s[2]&t[2]|s[3]&t[3] != 0
}

// without returns the classes of s that are not in t.
func (s ClassSet) without(t ClassSet) ClassSet {
	for i := range s {
		s[i] &^= t[i]
	}
	return s
}

// remove removes the class with number i.
func (s *ClassSet) remove(i int) { s[i>>6] &^= 1 << (i & 63) }

// each calls f for every class of the set, in order.
func (s *ClassSet) each(f func(i int)) {
	for w, word := range s {
		for ; word != 0; word &= word - 1 {
			f(w<<6 + bits.TrailingZeros64(word))
		}
	}
}

// Classes returns the published list of classes of turn vectors.
func Classes() []Class { return append([]Class(nil), catalogue.classes...) }

// catalogue is the list and where in it the classifier finds its classes. It
// is built once and never written again.
var catalogue = newClassList()

// longest are the lengths from which on classes are not told apart.
const (
	longestChain = 17
	longestClash = 9
	manyCells    = 10
)

type classList struct {
	classes []Class
	index   map[string]int

	status [numStatuses]int
	cell   [256][3]int // by pattern of a settled cell, and shape
	forced [256]int    // by pattern of a cell that forced play fills
	clash  [256]int    // by pattern of a contradiction
	chain  [longestChain + 1]int
	after  [longestClash + 1]int

	families families
}

// families are classes that are found together.
type families struct {
	// What takes time to find, by what finds it.
	order, nearLines, end, offBoard, clash ClassSet
	// What a turn can belong to, but for what its cell sees and the others
	// below: a legal one, and an illegal one.
	legal, illegal ClassSet
	chain          ClassSet
}

// family is the set of the classes whose names begin with one of the words.
func (l *classList) family(words ...string) (s ClassSet) {
	for i, c := range l.classes {
		for _, word := range words {
			if strings.HasPrefix(c.Name, word) {
				s.Add(i)
			}
		}
	}
	return s
}

func (l *classList) add(name, says string) int {
	i := len(l.classes)
	l.classes = append(l.classes, Class{Name: name, Says: says})
	l.index[name] = i
	return i
}

func newClassList() *classList {
	l := &classList{index: map[string]int{}}
	l.addStatuses()
	l.addCells()
	l.addPatterns()
	l.addChains()
	for _, c := range plainClasses {
		l.classes = append(l.classes, c)
		l.index[c.Name] = len(l.classes) - 1
	}
	l.families = families{
		order:     l.family("cell.", "forced."),
		nearLines: l.family("line.not-", "line.spoiled"),
		end:       l.family("end.", "win.", "loop.", "line.").without(l.family("line.not-", "line.spoiled")),
		offBoard:  l.family("off-board."),
		clash:     l.family("clash"),

		legal: l.family("status.ok", "status.board-full", "full.", "first.plus", "first.slash", "mover.", "grow.", "wrap.",
			"box.", "forced.", "line.not-", "line.spoiled", "column.", "row."),
		illegal: l.family("status.", "full.", "first.", "off-board.", "clash", "column.", "row."),
		chain:   l.family("chain."),
	}
	return l
}

func (l *classList) addStatuses() {
	for s := range numStatuses {
		l.status[s] = l.add("status."+s.String(), "the answer is "+s.String())
	}
}

// addCells adds a class for what each settled cell with a neighbour sees (at
// most one edge of each colour) and each shape.
func (l *classList) addCells() {
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

// addPatterns adds classes for the cells that forced play meets.
func (l *classList) addPatterns() {
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
			l.clash[pat] = l.add("clash."+patternName(pat),
				"forced play ends at a cell that sees "+patternName(pat))
		}
	}
}

func (l *classList) addChains() {
	for n := range longestChain + 1 {
		name, says := fmt.Sprintf("chain.%d", n), fmt.Sprintf("%d tiles are forced", n)
		if n == longestChain {
			name, says = name+"+", fmt.Sprintf("%d tiles or more are forced", n)
		}
		l.chain[n] = l.add(name, says)
	}
	for n := 2; n <= longestClash; n++ {
		name, says := fmt.Sprintf("clash-after.%d", n), fmt.Sprintf("a contradiction after %d forced tiles", n)
		if n == longestClash {
			name, says = name+"+", says+" or more"
		}
		l.after[n] = l.add(name, says)
	}
}

// possible tells whether no side of a pattern is red and white.
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
