package referee

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/loopline/loopline/games/chaser"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/say"
)

// Reasons of fouls and verdicts besides those of chaser and host.
const (
	ReasonHandshake = "handshake" // the player sent no name
	ReasonGetReady  = "get-ready" // a line other than gr
	ReasonMethod    = "method"    // an unknown method
	ReasonEndMark   = "end-mark"  // a line other than #
	ReasonNoStart   = "no-start"  // void: neither player sent a name
)

// The lines of the protocol other than digits and methods.
const (
	AskReady = "@"  // it is your turn
	GetReady = "gr" // what is around me?
	EndMark  = "#"  // the turn is over
)

// New returns a game of CHaser between two seats: 0 is COOL, 1 is HOT. The
// verdict's Ply counts methods, its scores are items.
func New(c Config) host.Referee {
	c = c.filled()
	return func(ctx context.Context, table *host.Session) (host.Verdict, error) {
		if n := table.Seats(); n != len(SeatNames) {
			return host.Verdict{}, fmt.Errorf("%s is for %d seats, not %d", Name, len(SeatNames), n)
		}
		m := c.Start()
		r := &referee{config: c, table: table, game: chaser.New(m, m.Turns)}
		v, err := r.play(ctx)
		v.Ply = r.game.Acts()
		v.Scores = []int{r.game.Items(0), r.game.Items(1)}
		return v, err
	}
}

type referee struct {
	config   Config
	table    *host.Session
	game     *chaser.Position
	answered [2]bool // a seat has answered in the game
}

func (r *referee) play(ctx context.Context) (host.Verdict, error) {
	if v, err := r.names(ctx); err != nil || v.Void {
		return v, err
	}
	for !r.game.Outcome().Over {
		seat := r.game.Next()
		if err := r.turn(ctx, seat); err != nil {
			var foul *host.Foul
			if errors.As(err, &foul) {
				r.sendEnd(ctx, 1-seat)
			}
			return host.Verdict{}, err
		}
	}
	if acts := r.game.Acts(); acts > 0 {
		r.sendEnd(ctx, acts&1) // the seat that didn't play last
	} else {
		r.sendEnd(ctx, 0)
		r.sendEnd(ctx, 1)
	}
	return r.verdict(), r.table.Note(NoteResult, r.result())
}

// names asks both seats for their names at once. A seat without a name loses; if both have
// none, the game is void.
func (r *referee) names(ctx context.Context) (host.Verdict, error) {
	var names [2]string
	var fouls [2]*host.Foul
	for seat, err := range r.table.Each(ctx, func(ctx context.Context, seat int) error {
		a, err := r.table.Hear(ctx, seat, host.Question{Limit: r.config.Handshake, Charset: anyText})
		names[seat] = TeamName(seat, a.Text)
		return err
	}) {
		switch {
		case err == nil:
		case errors.As(err, &fouls[seat]):
			f := *fouls[seat]
			if f.Kind == host.Silent || f.Kind == host.Late {
				f.Kind, f.Reason, f.Text = host.Protocol, ReasonHandshake, say.Format("no name: %s", f.Said())
				f.Detail = f.Text.String()
			}
			fouls[seat] = &f
		default:
			return host.Verdict{}, err
		}
	}
	switch {
	case fouls[0] != nil && fouls[1] != nil:
		return host.Verdict{Void: true, Reason: ReasonNoStart,
			Detail: fmt.Sprintf("neither player could start: %v; %v", fouls[0], fouls[1])}, nil
	case fouls[0] != nil:
		return host.Verdict{}, fouls[0]
	case fouls[1] != nil:
		return host.Verdict{}, fouls[1]
	}
	return host.Verdict{}, r.table.Note(NoteNames, names)
}

// turn plays a seat's turn: its surroundings, its method, the result.
func (r *referee) turn(ctx context.Context, seat int) error {
	a, err := r.ask(ctx, seat, AskReady)
	if err != nil {
		return err
	}
	if r.read(a.Text) != GetReady {
		return r.foul(seat, a, AskReady, host.Protocol, ReasonGetReady, say.Format("wants gr"))
	}
	ready := r.game.GetReady(seat).Line(false)
	if a, err = r.ask(ctx, seat, ready); err != nil {
		return err
	}
	m, err := r.method(a.Text)
	if err != nil {
		foul := r.foul(seat, a, ready, host.Illegal, ReasonMethod, say.TextOf(err))
		return errors.Join(foul, hostError(r.last(ctx, seat, r.game.GetReady(seat).Line(true))))
	}
	seen := r.game.Play(m)
	over := r.game.Outcome().Over
	line := seen.Line(over)
	if err := r.note(seat, m, ready, line); err != nil {
		return err
	}
	if over {
		return hostError(r.last(ctx, seat, line))
	}
	if a, err = r.ask(ctx, seat, line); err != nil {
		return err
	}
	if r.read(a.Text) != EndMark {
		return r.foul(seat, a, line, host.Protocol, ReasonEndMark, say.Format("wants #"))
	}
	return nil
}

const maxBlank = 10

// ask asks a seat. Unless reading is strict, the answer may arrive before the question.
func (r *referee) ask(ctx context.Context, seat int, text string) (host.Answer, error) {
	limit := r.config.Move
	if !r.answered[seat] {
		limit = r.config.First
	}
	a, err := r.table.AskWith(ctx, seat, host.Question{
		Text: text, Limit: limit, Early: !r.config.Strict, Charset: asciiLine,
	})
	for range maxBlank {
		if err != nil || strings.TrimSpace(a.Text) != "" {
			break
		}
		if limit -= a.Used - a.Compensation; limit <= 0 {
			break
		}
		a, err = r.table.Hear(ctx, seat, host.Question{Limit: limit, Charset: asciiLine})
	}
	r.answered[seat] = r.answered[seat] || err == nil
	return a, err
}

// read trims the spaces around an answer, unless reading is strict.
func (r *referee) read(text string) string {
	if r.config.Strict {
		return text
	}
	return strings.TrimSpace(text)
}

// method parses a method: the first two letters of the line, or, if reading is strict, the whole line.
func (r *referee) method(text string) (chaser.Method, error) {
	text = r.read(text)
	if !r.config.Strict && len(text) > 2 {
		text = text[:2]
	}
	return chaser.ParseMethod(text)
}

// Explain returns the detail of a recorded foul as a translatable text.
func Explain(f *host.Foul) say.Text {
	wants := map[string]say.Text{
		ReasonGetReady: say.Format("wants gr"), ReasonEndMark: say.Format("wants #"), ReasonMethod: say.ByName("chaser.foul.method"),
	}
	if wanted, ok := wants[f.Reason]; ok {
		return say.Format("answered %.40q to %s: %s", f.Bytes, f.Question, wanted).As(f.Detail)
	}
	if f.Reason == ReasonHandshake {
		return say.Named("chaser.foul.handshake", f.Detail)
	}
	return f.Said()
}

func (r *referee) foul(seat int, a host.Answer, question string, kind host.Kind, reason string, detail say.Text) error {
	text := say.Format("answered %.40q to %s: %s", a.Text, question, detail)
	return &host.Foul{
		Seat: seat, Kind: kind, Reason: reason, Detail: text.String(), Text: text,
		Question: question, Bytes: []byte(a.Text), Used: a.Used, Limit: r.config.Move,
	}
}

// endWait bounds the wait for a seat to close its side. Closing earlier could reset the connection
// and lose the last line.
const endWait = 200 * time.Millisecond

// last sends the line that ends the game, and ignores the answer. A board may answer with its name in the next
// game, for which nothing connects again.
func (r *referee) last(ctx context.Context, seat int, line string) error {
	a, err := r.table.AskWith(ctx, seat, host.Question{
		Text: line, Limit: min(r.config.Move, endWait), Early: true, Charset: anyText,
		Accept: anyText, // its time isn't charged
	})
	if text := strings.TrimSpace(a.Text); err == nil && text != "" && text != EndMark {
		r.table.ReturnLine(seat, a.Text)
	}
	return err
}

// sendEnd begins one more turn of a seat, because clients read the end of a game only then.
func (r *referee) sendEnd(ctx context.Context, seat int) {
	_, err := r.ask(ctx, seat, AskReady)
	if err == nil {
		_ = r.last(ctx, seat, r.game.GetReady(seat).Line(true))
	}
}

// hostError returns err unless it is a player's foul.
func hostError(err error) error {
	var foul *host.Foul
	if errors.As(err, &foul) {
		return nil
	}
	return err
}

// anyText takes any line: names come in several encodings.
func anyText(string) bool { return true }

// asciiLine accepts ASCII, with line end characters left in it.
func asciiLine(line string) bool { return host.ASCII(strings.TrimRight(line, "\r\n")) }
