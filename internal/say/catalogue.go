package say

import (
	_ "embed" // the catalogue
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed ja.txt
var japanese string

// row is a line of the catalogue.
type row struct {
	english string
	verbs   []string // of the parts in English, each as it stands
	other   []piece
	said    string // the other language as it stands
}

// piece is a part of a text that is made of parts: words, and the part behind them.
type piece struct {
	words string
	part  int // -1 for literal text
}

// rows are the catalogue: by English formats, and by names.
type rows struct{ formats, names map[string]*row }

// catalogue reads the catalogue once.
var catalogue = sync.OnceValue(func() *rows {
	all, err := parse(japanese)
	if err != nil {
		panic("say: " + err.Error()) // it is our own
	}
	return all
})

var (
	verb  = regexp.MustCompile(`%[-+#0]*[0-9]*(?:\.[0-9]+)?[a-zA-Z]`)
	place = regexp.MustCompile(`%(?:\[([1-9])\])?[sdq]`)
	name  = regexp.MustCompile(`^\[([a-zA-Z0-9.+_-]+)\] `)
)

// parse reads a catalogue: a text a line, ENGLISH = OTHER, or [NAME] ENGLISH = OTHER.
// Lines that begin with // are comments.
func parse(text string) (*rows, error) {
	all := &rows{map[string]*row{}, map[string]*row{}}
	for l := range strings.SplitSeq(text, "\n") {
		if l == "" || strings.HasPrefix(l, "//") {
			continue
		}
		english, other, found := strings.Cut(l, " = ")
		key, of := english, all.formats
		if m := name.FindStringSubmatch(english); m != nil {
			english, key, of = english[len(m[0]):], m[1], all.names
		}
		if !found || english == "" || other == "" {
			return nil, fmt.Errorf("%q is not ENGLISH = OTHER", l)
		}
		if of[key] != nil {
			return nil, fmt.Errorf("%q is there twice", key)
		}
		r, err := newRow(english, other)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", key, err)
		}
		of[key] = r
	}
	return all, nil
}

// newRow takes a line apart. Each part of the English is in the other once.
func newRow(english, other string) (*row, error) {
	r := &row{english: english, said: other, verbs: verb.FindAllString(strings.ReplaceAll(english, "%%", ""), -1)}
	seen, next, from := map[int]bool{}, 0, 0
	for _, at := range place.FindAllStringSubmatchIndex(other, -1) {
		n := next
		if at[2] >= 0 {
			n, _ = strconv.Atoi(other[at[2]:at[3]])
			n--
		}
		next = n + 1
		if n >= len(r.verbs) || seen[n] {
			return nil, fmt.Errorf("part %d is there twice, or not in the English", n+1)
		}
		seen[n] = true
		r.other = append(r.other, piece{other[from:at[0]], n})
		from = at[1]
	}
	if len(seen) != len(r.verbs) {
		return nil, fmt.Errorf("has %d parts of %d", len(seen), len(r.verbs))
	}
	r.other = append(r.other, piece{other[from:], -1})
	return r, nil
}

// line is the line with a name.
func line(name string) *row {
	if r := catalogue().names[name]; r != nil {
		return r
	}
	panic("say: ja.txt has no line [" + name + "]")
}

// Has reports whether the catalogue has a line with a name.
func Has(name string) bool { return catalogue().names[name] != nil }

// NamesOf are the names of lines that begin so, sorted.
func NamesOf(family string) []string {
	var all []string
	for name := range catalogue().names {
		if strings.HasPrefix(name, family) {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

// row is the line of a text, nil where there is none.
func (t Text) row() *row {
	switch {
	case t.named && !t.own:
		return line(t.key)
	case t.named:
		return catalogue().names[t.key]
	}
	return catalogue().formats[t.key]
}

// Say renders a value in the language: its text, or, if it has none, its fmt form, as
// for names and the errors of other packages.
func (l Language) Say(v any) string {
	t, ok := textOf(v)
	if err, is := v.(error); is && !ok {
		t, ok = wrapped(err)
	}
	switch {
	case v == nil:
		return ""
	case !ok:
		return fmt.Sprint(v)
	case l == English || t.IsZero():
		return t.String()
	}
	r := t.row()
	switch {
	case r == nil:
		return t.String()
	case len(t.parts) == 0 && (t.named || t.own):
		return r.said
	case len(t.parts) != len(r.verbs):
		return t.String() // a mistake in the program that go vet tells of
	}
	var b strings.Builder
	for _, p := range r.other {
		b.WriteString(p.words)
		if p.part >= 0 {
			b.WriteString(l.part(t.parts[p.part], r.verbs[p.part]))
		}
	}
	return b.String()
}

// part is a part of a text, by its verb in English.
func (l Language) part(v any, verb string) string {
	said := false
	if _, said = textOf(v); !said {
		_, said = v.(error)
	}
	if said {
		v = l.Say(v)
		verb = strings.NewReplacer("v", "s", "w", "s").Replace(verb)
	}
	return fmt.Sprintf(verb, v)
}

// Lines are the lines without a name: the other language by the English format.
func Lines() map[string]string {
	all := map[string]string{}
	for english, r := range catalogue().formats {
		all[english] = r.said
	}
	return all
}
