// Package locale says in another language what Loopline says in English. It reads
// the finished English text, finds the format that it was made by, and puts its
// parts into the format of the other language: nobody but who prints knows of
// languages, and JSON stays English.
package locale

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/message/catalog"

	"github.com/loopline/loopline/internal/say"
)

// Choose is the language that [say.Choose] chooses.
func Choose(name string) (*Language, error) {
	l, err := say.Choose(name)
	switch {
	case err != nil:
		return nil, err
	case l == say.Japanese:
		return read(), nil
	}
	return &Language{}, nil
}

// Language is a language. The zero value is English. It is safe for concurrent use.
type Language struct {
	exact    map[string]bool
	patterns []pattern
	printer  *message.Printer
}

// pattern is a format, as what matches the texts that were made by it.
type pattern struct {
	format string
	match  *regexp.Regexp
	holds  string // every text of the format does
	quoted []bool // of each part: it is said as it is
}

// read reads the Japanese texts once.
var read = sync.OnceValue(func() *Language {
	var text strings.Builder
	for english, other := range say.Lines() {
		english = strings.ReplaceAll(anyVerb.ReplaceAllStringFunc(english, func(v string) string {
			if kind := v[len(v)-1:]; kind == "d" || kind == "q" {
				return "%" + kind
			}
			return "%s"
		}), "%%", "%")
		if line := "\n" + english + " = "; strings.Contains("\n"+text.String(), line) {
			continue // two formats that differ in a width
		}
		if letter.MatchString(verb.ReplaceAllString(english, "")) {
			fmt.Fprintf(&text, "%s = %s\n", english, other)
		}
	}
	l, err := parse(language.Japanese, text.String())
	if err != nil {
		panic("locale: " + err.Error()) // it is our own
	}
	return l
})

// parse reads a text a line, ENGLISH = OTHER. Lines that begin with // are comments.
func parse(tag language.Tag, text string) (*Language, error) {
	l := &Language{exact: map[string]bool{}}
	texts := catalog.NewBuilder(catalog.Fallback(language.English))
	for line := range strings.SplitSeq(text, "\n") {
		if line == "" || strings.HasPrefix(line, "//") {
			continue
		}
		english, other, found := strings.Cut(line, " = ")
		if !found || english == "" || other == "" {
			return nil, fmt.Errorf("%q is not ENGLISH = OTHER", line)
		}
		if l.exact[english] {
			return nil, fmt.Errorf("%q is there twice", english)
		}
		l.exact[english] = true
		if err := texts.SetString(tag, english, percent.ReplaceAllString(other, "%%$1")); err != nil {
			return nil, fmt.Errorf("%q: %w", english, err)
		}
		if verb.MatchString(english) {
			l.patterns = append(l.patterns, newPattern(english))
		}
	}
	// What says more of a text comes first.
	slices.SortStableFunc(l.patterns, func(a, b pattern) int {
		return cmp.Or(cmp.Compare(b.literal(), a.literal()), cmp.Compare(a.format, b.format))
	})
	l.printer = message.NewPrinter(tag, message.Catalog(texts))
	return l, nil
}

var (
	anyVerb = regexp.MustCompile(`%[-+#0]*[0-9]*(?:\.[0-9]+)?[a-zA-Z]`)
	letter  = regexp.MustCompile(`[a-zA-Z]`)
	verb    = regexp.MustCompile(`%[sdq]`)
	percent = regexp.MustCompile(`%([^s\[]|$)`) // not of a verb
)

// newPattern makes the pattern of an English format.
func newPattern(format string) pattern {
	p := pattern{format: format}
	text, from := "(?s)^", 0
	for _, at := range verb.FindAllStringIndex(format, -1) {
		text += regexp.QuoteMeta(format[from:at[0]])
		kind := format[at[0]+1]
		text += map[byte]string{'s': `(.*?)`, 'd': `([-+]?[0-9][0-9,.]*)`, 'q': `("(?:[^"\\]|\\.)*")`}[kind]
		p.quoted, from = append(p.quoted, kind != 's'), at[1]
	}
	for _, part := range verb.Split(format, -1) {
		if len(part) > len(p.holds) {
			p.holds = part
		}
	}
	p.match = regexp.MustCompile(text + regexp.QuoteMeta(format[from:]) + "$")
	return p
}

// literal is how many bytes of the format are not parts.
func (p pattern) literal() int { return len(verb.ReplaceAllString(p.format, "")) }

// A text is looked at up to this length, and so many of its parts are: a text of a
// stranger may have as many ways to part it as it pleases.
const (
	maxText  = 4096
	maxParts = 200
)

// Say is an English text in the language. What is not known, such as names and the
// texts of others, stays as it is.
func (l *Language) Say(text string) string {
	if l.printer == nil {
		return text
	}
	return (&saying{l, maxParts}).say(text)
}

// known is a text that was made by one format.
func (l *Language) known(text string) (said string, ok bool) {
	return (&saying{l, maxParts}).known(text)
}

// saying is the work on one text.
type saying struct {
	*Language
	left int // parts that may yet be looked at
}

// say is a text or a part of one in the language.
func (l *saying) say(text string) string {
	if text == "" || len(text) > maxText || l.left == 0 {
		return text
	}
	l.left--
	if said, ok := l.known(text); ok {
		return said
	}
	return l.parts(text)
}

// known is a text that was made by one format. What holds a semicolon was made by
// a format with one, or is several texts.
func (l *saying) known(text string) (said string, ok bool) {
	if l.exact[text] && !verb.MatchString(text) {
		return l.printer.Sprintf(text), true
	}
	_, _, several := cut(text, "; ")
	for _, p := range l.patterns {
		if several && !strings.Contains(p.format, "; ") {
			continue
		}
		if said, ok := l.fill(p, text); ok {
			return said, true
		}
	}
	return text, false
}

// fill is a text by a pattern.
func (l *saying) fill(p pattern, text string) (string, bool) {
	if !strings.Contains(text, p.holds) {
		return "", false
	}
	found := p.match.FindStringSubmatch(text)
	if found == nil {
		return "", false
	}
	parts := make([]any, len(p.quoted))
	for i, part := range found[1:] {
		if !p.quoted[i] {
			part = l.say(part)
		}
		parts[i] = part
	}
	return l.printer.Sprintf(p.format, parts...), true
}

// joints are what parts of a text stand between, and how the language writes it.
// Where all is set, nothing is said unless both parts are known.
var joints = []struct {
	english, other string
	all            bool
}{{" # ", " # ", false}, {"; ", "。", false}, {", ", "、", true}, {": ", ": ", false}}

// parts is a text that was joined of several, each in the language.
func (l *saying) parts(text string) string {
	for _, j := range joints {
		before, after, found := cut(text, j.english)
		if !found {
			continue
		}
		one, other := l.say(before), l.say(after)
		if changed := one != before || other != after; !changed || j.all && (one == before || other == after) {
			continue
		}
		return one + j.other + other
	}
	return text
}

// quoted finds quoted texts.
var quoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// cut is strings.Cut that passes over what is quoted.
func cut(text, joint string) (before, after string, found bool) {
	blank := quoted.ReplaceAllStringFunc(text, func(s string) string { return strings.Repeat("_", len(s)) })
	i := strings.Index(blank, joint)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(joint):], true
}

// Error is an error in the language; nil stays nil. It unwraps to the other.
func (l *Language) Error(err error) error {
	if err == nil || l.printer == nil {
		return err
	}
	return &saidError{l.Say(err.Error()), err}
}

type saidError struct {
	text string
	err  error
}

// Error is the text in the language.
func (e *saidError) Error() string { return e.text }

// Unwrap returns the error that was said.
func (e *saidError) Unwrap() error { return e.err }
