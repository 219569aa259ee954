package referee

import (
	"errors"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/trax"
)

// maxEvidence bounds the bytes of an illegal move that a foul keeps.
const maxEvidence = 256

// IllegalFoul returns the foul of a seat whose answer to a question, due within
// a limit, isn't a legal move. Err is the error of trax.Position.PlayText.
func IllegalFoul(seat int, question string, a host.Answer, limit time.Duration, err error) *host.Foul {
	foul := &host.Foul{
		Seat: seat, Kind: host.Illegal, Detail: err.Error(), Text: say.TextOf(err),
		Question: question, Bytes: []byte(a.Text[:min(len(a.Text), maxEvidence)]),
		Used: a.Used, Limit: limit,
	}
	var rule *trax.IllegalError
	if errors.As(err, &rule) {
		foul.Reason = string(rule.Reason)
	}
	return foul
}

// Explain is the detail of a foul of a game, at the position in which it was made.
func Explain(f *host.Foul, pos *trax.Position) say.Text {
	switch {
	case f.Reason == ReasonHandshake && f.Question == AskTeam:
		return say.Named("trax.foul.no-team", f.Detail)
	case f.Reason == ReasonHandshake:
		return say.Named("trax.foul.no-move", f.Detail)
	case f.Kind != host.Illegal:
		return f.Said()
	}
	tried := *pos.Clone()
	if err := tried.PlayText(string(f.Bytes)); err != nil {
		return say.TextOf(err).As(f.Detail)
	}
	return f.Said()
}
