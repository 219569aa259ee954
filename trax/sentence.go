package trax

import "fmt"

// sentence is a message as a format and its parts, so that it can be translated. A part
// may be a sentence.
type sentence struct {
	format string
	parts  []any
}

func sentencef(format string, parts ...any) sentence { return sentence{format, parts} }

// String returns the sentence in English.
func (s sentence) String() string { return fmt.Sprintf(s.format, s.parts...) }

// Parts returns the sentence as a format and its parts.
func (s sentence) Parts() (format string, parts []any) { return s.format, s.parts }

// and returns a sentence with another behind a comma.
func (s sentence) and(other sentence) sentence {
	if s.format == "" {
		return other
	}
	return sentencef("%s, %s", s, other)
}
