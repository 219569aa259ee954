package host

import (
	"encoding/hex"

	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/echo"
	"github.com/loopline/loopline/internal/say"
)

// FoulOf is the foul that a record holds.
func FoulOf(e *record.EventFoul) *Foul {
	bytes := []byte(e.Text)
	if e.Hex != "" {
		bytes, _ = hex.DecodeString(e.Hex) // invalid digits give no bytes
	}
	f := &Foul{
		Seat: e.Seat, Kind: Kind(e.Kind), Reason: e.Reason, Detail: e.Detail, Question: e.Question,
		Bytes: bytes, Used: e.Used.Duration(), Limit: e.Limit.Duration(),
	}
	if only := echo.Only(); f.Detail == only.String() {
		f.echo, f.Text = true, only
	}
	return f
}

// Said is the detail: the Text, or for a foul that was read in English as it stands, and
// in other languages made again of the other fields, which a record has too. Why an answer
// is against the rules of a game, only the game can say.
func (f *Foul) Said() say.Text {
	if !f.Text.IsZero() {
		return f.Text.As(f.Detail)
	}
	if f.Reason == ReasonUnaccepted {
		return say.Named("foul.unaccepted", f.Detail, f.Limit, f.Question)
	}
	switch {
	case f.Kind == Late && f.Used > f.Limit:
		return say.Named("foul.overdue", f.Detail, f.Used, f.Limit)
	case f.Kind == Late:
		return say.Named("foul.unfinished", f.Detail, f.Bytes, f.Limit)
	case f.Kind == Silent && f.Used > 0:
		return say.Named("foul.no-byte", f.Detail, f.Limit)
	case f.Kind == Silent:
		return say.Named("foul.unread", f.Detail)
	}
	switch f.Reason {
	case ReasonHalfLine:
		return say.Named("foul.half-line", f.Detail, f.Bytes)
	case ReasonBinary:
		return say.Named("foul.binary", f.Detail, f.Bytes)
	case ReasonTooMany:
		return say.Named("foul.too-many", f.Detail)
	case ReasonStray:
		return say.Named("foul.stray", f.Detail, f.Bytes)
	}
	return say.Word(f.Detail)
}
