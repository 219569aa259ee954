package config

import (
	"fmt"
	"slices"
	"strconv"
)

// Limits of a formula.
const (
	maxFormula  = 200       // bytes
	maxConstant = 1_000_000 // largest number written in one
	maxNesting  = 20        // parentheses and signs
	maxPoints   = 1 << 45   // results and steps beyond it count as it: a float64 holds halves of it exactly
)

// Formula computes the points of a game from quantities, such as "3*score + turns-left".
type Formula struct {
	Names []string // quantities it uses, each once

	root node
}

// node is a step of a formula.
type node struct {
	op       byte // + - * /, n of a number, q of a quantity
	number   int64
	quantity string
	a, b     *node
}

// ParseFormula reads whole numbers, names of quantities, + - * / and parentheses. One side of
// a multiplication, and the right side of a division, is a number. The error says what is wrong
// and at which character.
func ParseFormula(text string) (*Formula, error) {
	if len(text) > maxFormula {
		return nil, fmt.Errorf("the formula has %d characters, want %d at most", len(text), maxFormula)
	}
	p := formulaParser{text: text}
	root, err := p.sum()
	if err == nil && p.peek() != 0 {
		err = p.wrong("want + - * / or the end")
	}
	if err != nil {
		return nil, err
	}
	f := &Formula{root: *root}
	root.collect(&f.Names)
	return f, nil
}

// Eval computes the formula; division drops the fraction. Get returns a quantity of the game.
func (f *Formula) Eval(get func(name string) int64) int64 { return f.root.eval(get) }

func (n *node) eval(get func(string) int64) (v int64) {
	switch n.op {
	case 'n':
		return n.number
	case 'q':
		return bounded(get(n.quantity))
	}
	a, b := n.a.eval(get), n.b.eval(get)
	switch n.op {
	case '+':
		v = a + b
	case '-':
		v = a - b
	case '/':
		v = a / b
	default:
		if b != 0 && max(a, -a) > maxPoints/max(b, -b) {
			if v = maxPoints; (a < 0) != (b < 0) {
				v = -v
			}
			return v
		}
		v = a * b
	}
	return bounded(v)
}

func bounded(v int64) int64 { return max(-maxPoints, min(maxPoints, v)) }

func (n *node) collect(names *[]string) {
	switch {
	case n.op == 'q' && !slices.Contains(*names, n.quantity):
		*names = append(*names, n.quantity)
	case n.a != nil:
		n.a.collect(names)
		n.b.collect(names)
	}
}

// constant reports whether the step uses no quantity.
func (n *node) constant() bool {
	var names []string
	n.collect(&names)
	return len(names) == 0
}

type formulaParser struct {
	text  string
	at    int
	depth int
}

func (p *formulaParser) wrong(problem string) error {
	return fmt.Errorf("character %d of %q: %s", p.at+1, p.text, problem)
}

// peek is the next character that is no space; 0 is the end.
func (p *formulaParser) peek() byte {
	for p.at < len(p.text) && p.text[p.at] == ' ' {
		p.at++
	}
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

func (p *formulaParser) sum() (*node, error) {
	a, err := p.product()
	for err == nil && (p.peek() == '+' || p.peek() == '-') {
		n := &node{op: p.peek(), a: a}
		p.at++
		n.b, err = p.product()
		a = n
	}
	return a, err
}

func (p *formulaParser) product() (*node, error) {
	a, err := p.factor()
	for err == nil && (p.peek() == '*' || p.peek() == '/') {
		n := &node{op: p.peek(), a: a}
		sign := p.at
		p.at++
		if n.b, err = p.factor(); err != nil {
			return nil, err
		}
		wrong := ""
		switch {
		case n.op == '*' && !n.a.constant() && !n.b.constant():
			wrong = "one side of * is a number"
		case n.op == '/' && !n.b.constant():
			wrong = "the right side of / is a number"
		case n.op == '/' && n.b.eval(nil) == 0:
			wrong = "division by zero"
		}
		if wrong != "" {
			p.at = sign
			return nil, p.wrong(wrong)
		}
		a = n
	}
	return a, err
}

func (p *formulaParser) factor() (*node, error) {
	if p.depth++; p.depth > maxNesting {
		return nil, p.wrong("it is nested too deeply")
	}
	defer func() { p.depth-- }()
	c := p.peek()
	start := p.at
	switch {
	case c == '-':
		p.at++
		n, err := p.factor()
		return &node{op: '-', a: &node{op: 'n'}, b: n}, err
	case c == '(':
		p.at++
		n, err := p.sum()
		if err == nil && p.peek() != ')' {
			err = p.wrong("want )")
		}
		p.at++
		return n, err
	case c >= '0' && c <= '9':
		for p.at < len(p.text) && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
			p.at++
		}
		v, err := strconv.ParseInt(p.text[start:p.at], 10, 64)
		if err != nil || v > maxConstant {
			p.at = start
			return nil, p.wrong(fmt.Sprintf("a number is %d at most", maxConstant))
		}
		return &node{op: 'n', number: v}, nil
	case c >= 'a' && c <= 'z':
		return &node{op: 'q', quantity: p.name()}, nil
	}
	return nil, p.wrong("want a number, a quantity or (")
}

// name reads a quantity: letters, with a hyphen between two of them, so that "score-3" and
// "score - turns-left" are differences.
func (p *formulaParser) name() string {
	start := p.at
	letter := func(at int) bool { return at < len(p.text) && p.text[at] >= 'a' && p.text[at] <= 'z' }
	for letter(p.at) || p.at < len(p.text) && p.text[p.at] == '-' && letter(p.at+1) {
		p.at++
	}
	return p.text[start:p.at]
}
