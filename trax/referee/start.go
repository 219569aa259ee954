package referee

import (
	"context"
	"errors"
	"fmt"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/trax"
)

// colorLines tell a player its colour, and that it is to move if it is.
var colorLines = [...]string{trax.White: AskFirst, trax.Red: TellRed}

// start asks both for their team codes, plays the opening, and tells who does
// not begin, red but for an opening, its colour. The other learns its own with
// the question for its first move.
func (r *referee) start(ctx context.Context) (host.Verdict, error) {
	if r.cfg.AskTeam {
		if v, err := r.teams(ctx); err != nil || v.Void {
			return v, err
		}
	}
	if err := r.open(ctx); err != nil {
		return host.Verdict{}, err
	}
	waits := r.pos.Turn().Other()
	err := r.table.Tell(ctx, int(waits), colorLines[waits])
	r.recordFoul(int(waits), err)
	var foul *host.Foul
	if errors.As(err, &foul) && !r.cfg.AskTeam {
		// Whether the other can start shows with its first move.
		r.absent = err
		return host.Verdict{}, nil
	}
	return host.Verdict{}, err
}

// teams asks both seats at once and judges when both have had their chance:
// one that cannot start loses, two make neither seat lose.
func (r *referee) teams(ctx context.Context) (host.Verdict, error) {
	var codes [2]string
	errs := r.table.Each(ctx, func(ctx context.Context, seat int) error {
		a, err := r.table.AskFor(ctx, seat, AskTeam, r.cfg.Handshake, IsTeam)
		codes[seat] = Trim(a.Text)
		r.recordFoul(seat, err)
		return handshake(err, "no team code: %s")
	})
	if err := errors.Join(errs...); err != nil {
		return oneOrNone(errs[seatWhite], errs[seatRed])
	}
	return host.Verdict{}, r.table.Note(NoteTeams, codes)
}

// unanswered judges a turn that failed: where the other was found absent before
// the first move, neither could start.
func (r *referee) unanswered(err error) (host.Verdict, error) {
	if r.absent == nil || errors.Is(err, r.absent) {
		return host.Verdict{}, err
	}
	if r.pos.Turn() == trax.Red {
		return oneOrNone(r.absent, err)
	}
	return oneOrNone(err, r.absent)
}

// oneOrNone is the verdict when one or both seats could not start. An error
// that isn't a foul is the host's and comes first.
func oneOrNone(white, red error) (host.Verdict, error) {
	var w, b *host.Foul
	switch {
	case white != nil && !errors.As(white, &w):
		return host.Verdict{}, white
	case red != nil && !errors.As(red, &b):
		return host.Verdict{}, red
	case w != nil && b != nil:
		return host.Verdict{
			Void: true, Reason: ReasonNoStart,
			Detail: fmt.Sprintf("neither player could start: %v; %v", w, b),
		}, nil
	case w != nil:
		return host.Verdict{}, w
	}
	return host.Verdict{}, b
}

// handshake makes a missing or wrong first answer the protocol foul that it
// is, whose detail has the format want. A player that is gone, or sends invalid text, stays so.
func handshake(err error, want string) error {
	var foul *host.Foul
	if !errors.As(err, &foul) {
		return err
	}
	switch foul.Kind {
	case host.Silent, host.Late, host.Protocol:
		f := *foul
		f.Kind, f.Reason = host.Protocol, ReasonHandshake
		f.Text = say.Format(want, foul.Said())
		f.Detail = f.Text.String()
		return &f
	}
	return err
}

// end tells both that the game is over, if the contest has a line for it.
// Whether they hear it changes nothing. One that has gone, or takes no lines,
// is not waited for again.
func (r *referee) end(ctx context.Context, err error) {
	if r.cfg.EndLine == "" || errors.Is(err, host.ErrInterrupted) {
		return
	}
	for seat, lost := range r.lost {
		if !lost {
			_ = r.table.Tell(ctx, seat, r.cfg.EndLine)
		}
	}
}

// recordFoul remembers a seat that has gone or takes no lines.
func (r *referee) recordFoul(seat int, err error) {
	var foul *host.Foul
	if errors.As(err, &foul) {
		r.lost[seat] = foul.Kind == host.Gone || foul.Reason == host.ReasonUnread
	}
}
