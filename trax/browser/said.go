package browser

import (
	"fmt"
	"strings"
)

// Said is a text for translation: its format, and its parts, each a string or a *Said.
type Said struct {
	Format string `json:"format"`
	Parts  []any  `json:"parts,omitempty"`
	Text   string `json:"text"` // in English
}

// saidOf returns the text of a value with a method Parts, else nil.
func saidOf(v any) *Said {
	p, ok := v.(interface {
		Parts() (format string, parts []any)
	})
	if !ok {
		return nil
	}
	format, parts := p.Parts()
	said := &Said{Format: format, Text: fmt.Sprint(v)}
	verbs := verbsOf(format)
	for i, part := range parts[:min(len(parts), len(verbs))] {
		if inner := saidOf(part); inner != nil {
			said.Parts = append(said.Parts, inner)
		} else {
			said.Parts = append(said.Parts, fmt.Sprintf(verbs[i], part))
		}
	}
	return said
}

// verbsOf returns the verbs of a format, such as %.40q.
func verbsOf(format string) (verbs []string) {
	for {
		_, rest, ok := strings.Cut(format, "%")
		if !ok {
			return verbs
		}
		n := len(rest) - len(strings.TrimLeft(rest, "+-# .0123456789"))
		if n == len(rest) {
			return verbs
		}
		if rest[n] != '%' {
			verbs = append(verbs, "%"+rest[:n+1])
		}
		format = rest[n+1:]
	}
}
