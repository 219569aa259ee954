package audit

import (
	"fmt"
	"strconv"

	"github.com/loopline/loopline/internal/phrase"
	"github.com/loopline/loopline/termsafe"
)

// String is the finding in a line of readable text, with what others wrote made
// harmless.
func (f *Finding) String() string {
	if f.Status == Damaged {
		return "damaged: " + termsafe.Text(f.Detail)
	}
	place := f.Record
	if f.Line > 0 {
		place += ":" + strconv.Itoa(f.Line)
	}
	text := fmt.Sprintf("%s: %s: %s", termsafe.Text(place), f.Status, termsafe.Text(f.words()))
	if f.Network != "" {
		text += "; " + termsafe.Text(f.Network)
	}
	if f.Excerpt != "" {
		text += "; " + f.Excerpt
	}
	return text
}

func (f *Finding) words() string {
	switch {
	case f.Status != OK:
		return f.Detail
	case f.Void:
		return "void: " + f.Detail
	case f.Winner == nil:
		return "nobody wins after " + strconv.Itoa(f.Plies) + " plies: " + f.Detail
	}
	return fmt.Sprintf("%s wins (%s) after %s", *f.Winner, f.Reason, phrase.Plural(f.Plies, "ply", "plies"))
}
