package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// mutant is a source with one place changed.
type mutant struct {
	file     string
	source   string // unbroken
	from, to int    // the bytes that are replaced
	by       string

	line     int // of the place, from 1
	old, now string
}

func (m *mutant) broken() string { return m.source[:m.from] + m.by + m.source[m.to:] }

// mutator finds the mutants of a source.
type mutator struct {
	file, text string
	tokens     []token // those that act
	found      []mutant
}

// mutants returns all mutants of a source, in the order of their places.
func mutants(file, text string) ([]mutant, error) {
	all, err := scan(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	m := &mutator{file: file, text: text, tokens: body(all)}
	for i, t := range m.tokens {
		switch {
		case t.kind == number:
			m.constant(t)
		case t.text == "if":
			m.condition(m.tokens[i+1].at, m.tokens[closing(m.tokens, i+1)].end())
		case t.text == "?":
			m.condition(m.tokens[m.operandBefore(i)].at, m.tokens[i-1].end())
		case t.text == "assign":
			m.stuck(i)
		case t.text == "<=" && m.depth(i) == 0, t.text == "=" && m.depth(i) == 0:
			m.dropped(i)
		case t.kind == symbol:
			m.operator(i)
		}
	}
	slices.SortStableFunc(m.found, func(a, b mutant) int { return a.from - b.from })
	return m.found, nil
}

func (m *mutator) replace(from, to int, by string) {
	n := mutant{
		file: m.file, source: m.text, from: from, to: to, by: by,
		line: 1 + strings.Count(m.text[:from], "\n"),
	}
	n.old, n.now = lineAt(m.text, from, to), lineAt(n.broken(), from, from+len(by))
	same := func(o mutant) bool { return o.from == from && o.to == to && o.by == by }
	if n.old != n.now && !slices.ContainsFunc(m.found, same) {
		m.found = append(m.found, n)
	}
}

// lineAt returns the lines that hold bytes from to to, joined.
func lineAt(text string, from, to int) string {
	first := strings.LastIndexByte(text[:from], '\n') + 1
	last := len(text)
	if i := strings.IndexByte(text[to:], '\n'); i >= 0 {
		last = to + i
	}
	return strings.Join(strings.Fields(text[first:last]), " ")
}

// constant changes a number by one, up and down.
func (m *mutator) constant(t token) {
	size, digits, sized := strings.Cut(t.text, "'")
	if !sized {
		if n, err := strconv.Atoi(t.text); err == nil {
			m.replace(t.at, t.end(), strconv.Itoa(n+1))
			if n > 0 {
				m.replace(t.at, t.end(), strconv.Itoa(n-1))
			}
		}
		return
	}
	if digits == "" { // the width of a cast: 2'(x)
		return
	}
	base := map[byte]int{'b': 2, 'd': 10, 'h': 16}[digits[0]]
	width, err := strconv.Atoi(size)
	if base == 0 || err != nil || width > 32 {
		return
	}
	n, err := strconv.ParseUint(strings.ReplaceAll(digits[1:], "_", ""), base, 64)
	if err != nil {
		return
	}
	mask := uint64(1)<<width - 1
	for _, v := range [...]uint64{n + 1, n - 1} {
		m.replace(t.at, t.end(), fmt.Sprintf("%d'd%d", width, v&mask))
	}
}

// condition negates a condition, or holds it true or false.
func (m *mutator) condition(from, to int) {
	was := m.text[from:to]
	for _, by := range [...]string{"(!(" + was + "))", "(1'b1)", "(1'b0)"} {
		m.replace(from, to, by)
	}
}

// operandBefore returns the first token of the condition of the ? at i.
func (m *mutator) operandBefore(i int) int {
	depth := 0
	for j := i - 1; j >= 0; j-- {
		depth -= nesting(m.tokens[j])
		switch m.tokens[j].text {
		case "=", "<=", ",", "?", ":", ";":
			if depth == 0 {
				return j + 1
			}
		}
		if depth < 0 {
			return j + 1
		}
	}
	return 0
}

// depth counts the brackets open at token i since the start of its statement.
func (m *mutator) depth(i int) int {
	depth := 0
	for j := i - 1; j >= 0; j-- {
		if t := m.tokens[j].text; t == ";" || t == "begin" {
			break
		}
		depth += nesting(m.tokens[j])
	}
	return depth
}

// stuck holds the wires of the assign at i at 0 and at 1.
func (m *mutator) stuck(i int) {
	equals := i + slices.IndexFunc(m.tokens[i:], func(t token) bool { return t.text == "=" })
	end := equals + upTo(m.tokens[equals:], ";") - 1
	for _, by := range [...]string{"'0", "'1"} {
		m.replace(m.tokens[equals+1].at, m.tokens[end].at, by)
	}
}

// beforeStatement lists the tokens that can precede an assignment.
var beforeStatement = []string{";", "begin", "else", ")", ":"}

// dropped drops the assignment of the = or <= at i, except in an assign statement.
func (m *mutator) dropped(i int) {
	first := i
	for depth := 0; first > 0; first-- {
		t := m.tokens[first-1]
		if depth == 0 && slices.Contains(beforeStatement, t.text) {
			break
		}
		depth -= nesting(t)
	}
	if m.tokens[first].text == "assign" {
		return
	}
	end := i + upTo(m.tokens[i:], ";") - 1
	m.replace(m.tokens[first].at, m.tokens[end].at, "")
}

// swaps maps a binary operator to its replacements.
var swaps = map[string][]string{
	"&": {"|"}, "|": {"&"}, "^": {"~^"}, "~^": {"^"}, "&&": {"||"}, "||": {"&&"},
	"==": {"!="}, "!=": {"=="}, "<": {"<=", ">"}, ">": {">=", "<"}, "<=": {"<"}, ">=": {">"},
	"+": {"-"}, "-": {"+"}, "<<": {">>"}, ">>": {"<<"},
}

// unarySwaps maps a unary operator to its replacements.
var unarySwaps = map[string][]string{
	"&": {"|"}, "|": {"&"}, "~&": {"&"}, "~|": {"|"}, "^": {"~^"}, "~": {""}, "!": {""},
}

// operator swaps the operator at i.
func (m *mutator) operator(i int) {
	t := m.tokens[i]
	table := swaps
	if i == 0 || m.tokens[i-1].kind == symbol && nesting(m.tokens[i-1]) >= 0 || m.tokens[i-1].text == "case" {
		table = unarySwaps
	}
	for _, by := range table[t.text] {
		m.replace(t.at, t.end(), by)
	}
}
