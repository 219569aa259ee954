package web

import (
	"net/http"

	"github.com/loopline/loopline/internal/say"
)

// Lang is a language of the pages.
type Lang say.Language

// The languages of the pages.
const (
	English  = Lang(say.English)
	Japanese = Lang(say.Japanese)
)

// Langs are the languages in the order of Lang, by their names in HTML.
var Langs = say.Names()

// String returns the language's name in HTML.
func (l Lang) String() string { return Langs[l] }

// parseLang finds a language by its name.
func parseLang(name string) (Lang, bool) {
	l, ok := say.Find(name)
	return Lang(l), ok
}

// langCookie is the name of the cookie that keeps the language that was chosen.
const langCookie = "lang"

// LangOf returns the language of a request: what was chosen, then what the browser
// prefers.
func LangOf(r *http.Request) Lang {
	if l, ok := parseLang(r.URL.Query().Get("lang")); ok {
		return l
	}
	if c, err := r.Cookie(langCookie); err == nil {
		if l, ok := parseLang(c.Value); ok {
			return l
		}
	}
	return Lang(say.Preferred(r.Header.Get("Accept-Language")))
}

// T returns a message in the language.
func (l Lang) T(key string, args ...any) string {
	return l.Say(say.ByName("live."+key, args...))
}

// Say returns a value in the language: see say.Language.Say.
func (l Lang) Say(v any) string { return say.Language(l).Say(v) }

// Show returns a text in the language, as a page shows it: cut to the given number of
// characters.
func (l Lang) Show(t say.Text, most int) string { return Shown(l.Say(t), most) }

// Raw returns a message that is still to be filled in.
func (l Lang) Raw(key string) string { return l.T(key) }

// Named returns a message of a family, or the name itself where there is none.
func (l Lang) Named(family, name string) string {
	if key := family + name; say.Has("live." + key) {
		return l.T(key)
	}
	return name
}

// Other returns the language that is not this one, and its name in itself.
func (l Lang) Other() Lang { return 1 - l }

// Name returns the language's name in itself.
func (l Lang) Name() string { return [...]string{"English", "日本語"}[l] }
