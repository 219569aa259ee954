package audit

import (
	"fmt"
	"strconv"

	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/termsafe"
)

// String returns the finding as a line of readable text, with untrusted text escaped.
func (f *Finding) String() string {
	if f.Status == Damaged {
		return "damaged: " + termsafe.Escape(f.Detail)
	}
	place := f.Record
	if f.Line > 0 {
		place += ":" + strconv.Itoa(f.Line)
	}
	text := fmt.Sprintf("%s: %s: %s", termsafe.Escape(place), f.Status, termsafe.Escape(f.words()))
	if f.Network != "" {
		text += "; " + termsafe.Escape(f.Network)
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
	return fmt.Sprintf("%s wins (%s) after %s", *f.Winner, f.Reason, humanize.Plural(f.Plies, "ply", "plies"))
}
