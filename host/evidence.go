package host

import (
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/say"
)

// Evidence describes the question, what came in answer to it, and how long that took.
func (f *Foul) Evidence() say.Text {
	var asked, used say.Text
	if f.Question != "" {
		asked = say.Format("asked %q", f.Question)
	}
	got := say.Format("got no byte")
	switch {
	case len(f.Bytes) == 0 && f.echo && f.Question != "":
		got = say.Format("got %q", f.Question+"\n")
	case len(f.Bytes) > 0:
		got = say.Format("got %q", f.Bytes)
	}
	if f.Used > 0 {
		used = say.Format("%s of %s used", humanize.Duration(f.Used), humanize.Duration(f.Limit))
	}
	return say.Join(", ", asked, got, used)
}
