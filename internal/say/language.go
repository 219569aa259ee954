package say

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/text/language"
)

// Language is a language of people. The zero value is English.
type Language int

// The languages.
const (
	English Language = iota
	Japanese
)

var names = []string{"en", "ja"}

// Names are the languages, as --lang has them.
func Names() []string { return slices.Clone(names) }

// String is the language's name, as HTML and --lang have it.
func (l Language) String() string { return names[l] }

// Find is the language with a name of [Names].
func Find(name string) (Language, bool) {
	i := slices.Index(names, name)
	return Language(max(i, 0)), i >= 0
}

// Choose is the language with a name of [Names], or with "" that which the system
// asks for: LC_ALL, LC_MESSAGES, LANG, or the settings of Windows.
func Choose(name string) (Language, error) {
	if name == "" {
		name = asked(os.Getenv)
	}
	if l, ok := Find(name); ok {
		return l, nil
	}
	return English, fmt.Errorf("there is no language %.40q; there are %s", name, strings.Join(names, " and "))
}

// matcher knows the languages.
var matcher = language.NewMatcher([]language.Tag{language.English, language.Japanese})

// Preferred is the language of a header Accept-Language.
func Preferred(accepted string) Language {
	tags, _, err := language.ParseAcceptLanguage(accepted[:min(len(accepted), 200)])
	if err != nil || len(tags) == 0 {
		return English
	}
	_, i, _ := matcher.Match(tags...)
	return Language(i)
}

// asked is the name of the language that an environment asks for. A terminal that
// is not for UTF-8 gets English.
func asked(env func(string) string) string {
	text := cmp.Or(env("LC_ALL"), env("LC_MESSAGES"), env("LANG"))
	name, set, coded := strings.Cut(text, ".")
	if set, _, _ = strings.Cut(set, "@"); coded && !strings.EqualFold(strings.ReplaceAll(set, "-", ""), "utf8") {
		return "en"
	}
	if text == "" {
		name = systemName()
	}
	tag, err := language.Parse(strings.ReplaceAll(name, "_", "-"))
	if err != nil {
		return "en"
	}
	_, i, _ := matcher.Match(tag)
	return names[i]
}
