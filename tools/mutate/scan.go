package main

import (
	"fmt"
	"slices"
	"strings"
)

type tokenKind int

const (
	symbol tokenKind = iota // operators and punctuation
	word                    // identifiers and keywords
	number
	other // strings and directives
)

type token struct {
	kind tokenKind
	text string
	at   int // offset in the text
}

func (t token) end() int { return t.at + len(t.text) }

// symbols of more than one character, the longest first.
var symbols = []string{
	"<<<", ">>>", "===", "!==", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
	"~&", "~|", "~^", "^~", "+:", "-:", "**", "::", "->",
}

// scan splits a text into tokens. Comments and attributes are passed over.
func scan(text string) ([]token, error) {
	var all []token
	for i := 0; i < len(text); {
		switch rest := text[i:]; {
		case strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			i++
		case strings.HasPrefix(rest, "//"):
			i += lengthTo(rest, "\n")
		case strings.HasPrefix(rest, "/*"):
			i += lengthTo(rest, "*/")
		case strings.HasPrefix(rest, "(*") && !strings.HasPrefix(rest, "(*)"):
			i += lengthTo(rest, "*)")
		default:
			t := next(rest)
			if t.text == "" {
				return nil, fmt.Errorf("line %d: invalid token %.20q", 1+strings.Count(text[:i], "\n"), rest)
			}
			t.at = i
			all = append(all, t)
			i = t.end()
		}
	}
	return all, nil
}

// lengthTo returns the length of text up to end, inclusive.
func lengthTo(text, end string) int {
	if i := strings.Index(text, end); i >= 0 {
		return i + len(end)
	}
	return len(text)
}

// next returns the first token of text.
func next(text string) token {
	c := text[0]
	switch {
	case c == '"':
		end := strings.IndexByte(text[1:], '"')
		if end < 0 {
			return token{}
		}
		return token{kind: other, text: text[:end+2]}
	case c == '`' || c == '$':
		return token{kind: other, text: text[:1+span(text[1:], isWord)]}
	case isDigit(c):
		n := span(text, isWord)
		if n < len(text) && text[n] == '\'' {
			n += 1 + span(text[n+1:], isWord)
		}
		return token{kind: number, text: text[:n]}
	case c == '\'' && len(text) > 1 && isWord(text[1]):
		return token{kind: number, text: text[:1+span(text[1:], isWord)]}
	case isWord(c):
		return token{kind: word, text: text[:span(text, isWord)]}
	}
	for _, s := range symbols {
		if strings.HasPrefix(text, s) {
			return token{kind: symbol, text: s}
		}
	}
	if strings.IndexByte("()[]{};:,.?=+-*/%&|^~!<>@#", c) >= 0 {
		return token{kind: symbol, text: text[:1]}
	}
	return token{}
}

// span returns the length of the longest prefix in a character class.
func span(text string, class func(byte) bool) int {
	n := 0
	for n < len(text) && class(text[n]) {
		n++
	}
	return n
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isWord(c byte) bool {
	return isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

// body returns the tokens of a module after its header. It leaves out declarations, parameter lists of
// instances, replication counts and parameter checks, which have no behaviour.
func body(all []token) []token {
	all = afterHeader(all)
	var kept []token
	for i := 0; i < len(all); {
		n := passive(all, i)
		if n == 0 {
			kept = append(kept, all[i])
			i++
			continue
		}
		i += n
	}
	return kept
}

// afterHeader returns the tokens after the ports of the first module.
func afterHeader(all []token) []token {
	for i := range all {
		if all[i].text != "module" {
			continue
		}
		for j := i; j < len(all); j++ {
			if all[j].text == ";" {
				return all[j+1:]
			}
		}
	}
	return nil
}

// passive counts the tokens from i on of a construct without behaviour.
func passive(all []token, i int) int {
	switch all[i].text {
	case "logic", "wire", "reg", "localparam", "parameter", "typedef", "genvar", "integer", "int":
		return upTo(all[i:], ";")
	case "for":
		return closing(all, i+1) - i + 1
	case "if":
		// A check of parameters instantiates a module that does not exist.
		j := closing(all, i+1)
		if j+3 < len(all) && strings.HasPrefix(all[j+3].text, "gen_check_") {
			return j - i + upTo(all[j:], "end")
		}
	case "#":
		return closing(all, i+1) - i + 1
	case "{":
		// {(N) {…}} is a replication, so is {N {…}}.
		j := i + 1
		if all[j].text == "(" {
			j = closing(all, j)
		}
		if all[j+1].text == "{" && all[j].text != "," {
			return j - i + 1
		}
	}
	return 0
}

// upTo counts the tokens to the first with the text, inclusive.
func upTo(all []token, text string) int {
	i := slices.IndexFunc(all, func(t token) bool { return t.text == text })
	if i < 0 {
		return len(all)
	}
	return i + 1
}

// closing returns the index of the bracket that closes the one at i.
func closing(all []token, i int) int {
	depth := 0
	for j := i; j < len(all); j++ {
		depth += nesting(all[j])
		if depth == 0 {
			return j
		}
	}
	return len(all) - 1
}

// nesting is 1 for an opening bracket, -1 for a closing one, otherwise 0.
func nesting(t token) int {
	switch t.text {
	case "(", "[", "{":
		return 1
	case ")", "]", "}":
		return -1
	}
	return 0
}
