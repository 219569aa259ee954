package player

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/model"
)

// A simulated board is a player by itself: its stamps are in simulated time.
var _ host.Player = (*sim.Player)(nil)

// StartBoard builds and starts the simulated board of an address, which may stand
// behind "sim:". Design finds its RTL. A board behind "bit:" is a bitstream.
func StartBoard(
	ctx context.Context, b *model.Builder, name string, design func(sim.Address) (sim.BoardConfig, error), to Notices,
) (*sim.Board, sim.Address, error) {
	a, err := sim.ParseBoard(name)
	if err != nil {
		return nil, a, err
	}
	if a.Board, err = BoardConfig(ctx, b, a, design); err != nil {
		return nil, a, err
	}
	a.Board.OnDisplay = to.Print
	model, err := sim.BuildBoard(ctx, b, a.Board)
	if err != nil {
		return nil, a, err
	}
	for _, note := range notesOf(model, name, a.Bitstream != nil) {
		to.Notify(to.Language.Say(note))
	}
	// It plays on when the opening is over, until it is closed.
	board, err := model.Start(context.WithoutCancel(ctx))
	return board, a, err
}

// BoardConfig returns the settings of a simulated board with its source: what design finds, or
// the Verilog of its bitstream.
func BoardConfig(
	ctx context.Context, b *model.Builder, a sim.Address, design func(sim.Address) (sim.BoardConfig, error),
) (sim.BoardConfig, error) {
	if a.Bitstream != nil {
		return sim.Unpack(ctx, b, a.Board, *a.Bitstream)
	}
	return design(a)
}

// RelayBoard passes bytes between a far end and a simulated board until one of
// them ends, and closes both. The end of the far end is no error, that of the
// design is one.
func RelayBoard(ctx context.Context, far, board io.ReadWriteCloser) error {
	end := lines.Relay(ctx, far, board)
	var crash *model.CrashError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case end.Ended == "b" && (errors.As(end.Err, &crash) || errors.Is(end.Err, sim.ErrFinished)):
		return end.Err
	case end.Err == nil || errors.Is(end.Err, io.EOF):
		return nil
	}
	return end.Err
}

// Notices gets what is to say of a simulated board beside its wire. Both may be
// called concurrently.
type Notices struct {
	Notify   func(text string)               // what people should know, such as what was assumed
	Language say.Language                    // of notices
	Print    func(text string, warning bool) // each line of the design, and what the model warns of
}

// notesOf returns the notices about a board that was built.
func notesOf(model *sim.BoardModel, name string, netlist bool) (notes []say.Text) {
	for _, note := range model.Notes() {
		notes = append(notes, say.Word(note))
	}
	if netlist {
		return notes // there are no sources to lint
	}
	quoted := humanize.ShellWord(name)
	switch n := len(model.Warnings()); n {
	case 0:
	case 1:
		notes = append(notes, say.Format("1 warning that changes behaviour; loopline sim lint %s shows it", quoted))
	default:
		notes = append(notes, say.Format("%d warnings that change behaviour; loopline sim lint %s shows them", n, quoted))
	}
	return notes
}

// seenNotices remembers remarks that were made, so that they are not made again when
// another game is played.
type seenNotices struct {
	mu    sync.Mutex
	texts map[string]bool
}

func (t *seenNotices) first(text string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.texts == nil {
		t.texts = make(map[string]bool)
	}
	was := t.texts[text]
	t.texts[text] = true
	return !was
}

// notices are given once for a board, however often it is opened. What the
// design prints goes to stderr.
func (o *Opener) notices(seat, name string, means Means, stderr io.Writer) Notices {
	dir, _, _ := strings.Cut(name, "?")
	notify := o.say(seat, means)
	tell := func(text string) {
		if o.seen.first(dir + "\x00" + text) {
			notify(text)
		}
	}
	return Notices{Notify: tell, Language: o.Language, Print: func(text string, warning bool) {
		if warning {
			tell(text)
		}
		_, _ = fmt.Fprintln(stderr, text) // its errors are its own affair
	}}
}

// hideProgress is the key of a context of [HideProgress].
type hideProgress struct{}

// HideProgress returns a context in which simulated boards are opened without the notices that a model
// is built and that an answer is waited for, so that all they say follows from the design.
func HideProgress(ctx context.Context) context.Context {
	return context.WithValue(ctx, hideProgress{}, true)
}

// simulate opens a simulated board for a seat.
func (o *Opener) simulate(ctx context.Context, seat, name string, means Means, stderr io.Writer) (*Player, error) {
	hidden := ctx.Value(hideProgress{}) != nil
	b := &model.Builder{Isolation: o.Isolation, TrustRTL: o.TrustRTL, Quick: o.Quick, Bounds: o.Boards}
	if b.Memory = cmp.Or(int64(means.Memory), o.Limits.Total); b.Memory == 0 && o.Isolation != nil {
		b.Memory = o.Isolation.PlayerMemory()
	}
	if !hidden { // The first time takes a while.
		b.OnBuild = func(top string) { o.Say(o.Language.Say(say.Format("%s: building a model of %s", seat, top))) }
	}
	to := o.notices(seat, name, means, stderr)
	board, a, err := StartBoard(ctx, b, name, o.Design, to)
	if err != nil {
		return nil, err
	}
	if a.RealTime {
		return &Player{openConn: o.line(sim.NewConn(board, true)), reusable: !o.Lines.Dialect.SpeaksFirst()}, nil
	}
	p, err := sim.NewPlayer(ctx, board, o.Lines, o.Wrap, func(text say.Text) { to.Notify(to.Language.Say(text)) })
	if err != nil {
		return nil, err
	}
	if hidden {
		p.HideWaiting()
	}
	if o.seen.first("silence\x00" + name) {
		p.ExplainSilence()
	}
	// A player that speaks first does so when it is switched on.
	return &Player{openConn: p, reusable: !o.Lines.Dialect.SpeaksFirst()}, nil
}
