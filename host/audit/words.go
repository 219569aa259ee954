package audit

import (
	"fmt"
	"strconv"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/say"
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
	if f.Status != OK {
		return f.Detail
	}
	v, winner := host.Verdict{Winner: host.NoWinner, Draw: f.Draw, Reason: f.Reason, Ply: f.Plies, Void: f.Void}, ""
	if f.Winner != nil {
		v.Winner, winner = 0, *f.Winner
	}
	text := v.Result(say.Raw(winner)).String()
	if f.Winner == nil && f.Detail != "" {
		text += ": " + f.Detail
	}
	return text
}
