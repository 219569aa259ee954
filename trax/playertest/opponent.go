package playertest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/referee"
)

// Limits bound a player and the length of a game.
type Limits struct {
	Move      time.Duration // for a move
	First     time.Duration // for the player's first move
	Handshake time.Duration // for the team code
	Plies     int           // limit of a game
	NoTeam    bool          // do not ask for the team code
}

// Opponent is our side of one game with a player under test. Its Play is a
// host.Referee with one seat: the player's. The fields up to Patience are set
// before the game, the others tell of it during and after. An Opponent plays
// one game and is used by one goroutine at a time.
type Opponent struct {
	Color    trax.Color // the player's
	Policy   Policy     // of our moves
	Limits   *Limits
	Seed     uint64                           // of our choice among equal moves
	Opening  []string                         // moves that the game begins behind; the player has to know -O
	Script   []string                         // both sides' moves from the first on, ours as long as the player keeps to it
	OnAnswer func(line string, a host.Answer) // each answer, before it is played; may be nil
	StopWhen func() bool                      // stops the game after an answer; nil plays on
	Stop     int                              // plies after which to stop, if fewer than the limit; 0 plays on
	Box      int                              // columns or rows beyond which our moves do not grow the board; 0 is unlimited
	Observe  bool                             // count the rules that are met

	// End values a move of ours that ends the game, by the rules that it meets.
	// Above 0 it is preferred to all others. Nil avoids them.
	End func([]Rule) int

	// Receive returns the next line of the player though nothing was asked. It is
	// listened to for the time of Patience before red's first question, and for
	// the time of Quiet after a move of ours that ends the game.
	Receive         func(ctx context.Context) (string, error)
	Patience, Quiet time.Duration

	// Unheard is called before the player is listened to, and returns a function that reports whether the
	// player has had no processor since to read what it was told: it is listened to for longer then. Nil
	// reports that it has.
	Unheard func() func() bool

	// Now is the player's time, which simulated boards have their own of; nil is the clock.
	Now func() time.Time

	Moves       []string // so far
	LeftScript  bool     // the player has left the script
	Position    *trax.Position
	Team        string
	FirstMove   string   // of the player
	Waited      bool     // the player has had its time to be silent
	Starved     bool     // the player had no processor in a time in which it should be silent
	Unsolicited []string // lines that came in that time
	Foul        *host.Foul
	Coverage    Coverage

	observer observer
	probe    probe
	noted    int // plies
}

// Play returns the game. It ends without a foul when the game does, or is stopped.
func (o *Opponent) Play(ctx context.Context, t *host.Session) (host.Verdict, error) {
	o.Position = trax.NewPosition()
	v := host.Verdict{Winner: -1, Reason: "checked"}
	err := o.play(ctx, t)
	v.Ply = o.Position.Ply()
	return v, err
}

func (o *Opponent) play(ctx context.Context, t *host.Session) error {
	if err := o.Greet(ctx, t); err != nil {
		return err
	}
	if err := o.open(ctx, t); err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(o.Seed, 0))
	line := [...]string{trax.White: referee.AskFirst, trax.Red: referee.TellRed}[o.Color]
	if o.Position.Turn() != o.Color {
		if err := t.Tell(ctx, 0, line); err != nil {
			return err
		}
		if err := o.wait(ctx, t); err != nil {
			return err
		}
		line = o.move(rng)
	}
	for !o.Position.Outcome().Over && !o.stopped() {
		if err := errors.Join(o.note(t), o.ask(ctx, t, line), o.note(t)); err != nil {
			return err
		}
		if o.Position.Outcome().Over || o.StopWhen != nil && o.StopWhen() {
			break
		}
		line = o.move(rng)
	}
	return o.lastMove(ctx, t, line)
}

// open tells the player the opening and plays it.
func (o *Opponent) open(ctx context.Context, t *host.Session) error {
	if len(o.Opening) == 0 {
		return nil
	}
	if err := t.Tell(ctx, 0, referee.TellOpening+" "+strings.Join(o.Opening, " ")); err != nil {
		return err
	}
	for _, move := range o.Opening {
		if err := o.Position.PlayText(move); err != nil {
			return fmt.Errorf("opening: %w", err)
		}
		o.Moves = append(o.Moves, move)
		o.Coverage.noteSize(o.Position)
		if m, err := trax.ParseMove(move); err == nil && o.Observe {
			o.observer.turn(o.Position, m, true)
			o.probeTurn(m)
		}
		if err := o.note(t); err != nil {
			return err
		}
	}
	return nil
}

// probeTurn tells the probe the turn that the observer has seen last, and returns what the probe does.
func (o *Opponent) probeTurn(m trax.Move) bool {
	return o.probe.turn(m, o.observer.placed, o.observer.neighbours(o.Position, 0), o.Position.Ply())
}

// stopped reports whether the game has as many plies as it may have.
func (o *Opponent) stopped() bool {
	ply := o.Position.Ply()
	return ply >= o.Limits.Plies || o.Stop > 0 && ply >= o.Stop
}

// note notes the last move for the record, as a match does.
func (o *Opponent) note(t *host.Session) error {
	p := o.Position
	if p.Ply() <= o.noted {
		return nil
	}
	o.noted = p.Ply()
	return t.Note(referee.NotePly, referee.Ply{
		Ply: p.Ply(), Seat: int(p.Turn().Other()), Move: o.Moves[p.Ply()-1], Forced: p.Forced(),
		Tiles: p.Tiles(), Width: p.Width(), Height: p.Height(),
	})
}

// wait gives a red player the time to say what it should not.
func (o *Opponent) wait(ctx context.Context, t *host.Session) error {
	if o.Patience == 0 || o.Receive == nil {
		return nil
	}
	var err error
	o.Unsolicited, err = o.listen(ctx, t, o.Patience, referee.TellRed)
	o.Waited = err == nil
	return err
}

// noteUnsolicited is the note in the record of a line that came though nothing was
// asked.
const noteUnsolicited = "unasked"

// maxUnsolicited bounds the lines that are listened to.
const maxUnsolicited = 64

func (o *Opponent) now() time.Time {
	if o.Now == nil {
		return time.Now()
	}
	return o.Now()
}

// maxListens is how often a player is listened to that has had no processor.
const maxListens = 100

// listen returns the lines that the player sends while it should be silent, without
// echoes of told. Silence counts of a player alone that has had a processor, or waits for its input.
func (o *Opponent) listen(ctx context.Context, t *host.Session, d time.Duration, told string) (lines []string, err error) {
	unheard := func() bool { return false }
	if o.Unheard != nil {
		unheard = o.Unheard()
	}
	for range maxListens {
		lines, err = o.listenOnce(ctx, t, d, told)
		if err != nil || len(lines) > 0 || !unheard() {
			return lines, err
		}
	}
	o.Starved = true
	return nil, nil
}

func (o *Opponent) listenOnce(ctx context.Context, t *host.Session, d time.Duration, told string) (lines []string, err error) {
	limited, cancel := context.WithDeadline(ctx, o.now().Add(d))
	defer cancel()
	for len(lines) < maxUnsolicited {
		line, err := o.Receive(limited)
		switch {
		case ctx.Err() != nil:
			return lines, host.ErrInterrupted
		case err != nil: // the time is over, or the player has gone: the next question tells
			return lines, nil
		case referee.Trim(line) == told || line == "":
			continue
		}
		lines = append(lines, line)
		if err := t.Note(noteUnsolicited, line); err != nil {
			return lines, err
		}
	}
	return lines, nil
}

// lastMove tells the player how we ended the game, if we did. A player that
// answers has not seen the end.
func (o *Opponent) lastMove(ctx context.Context, t *host.Session, line string) error {
	if !o.Position.Outcome().Over || o.Position.Turn() != o.Color {
		return nil
	}
	err := errors.Join(o.note(t), t.Tell(ctx, 0, line))
	if err != nil || o.Quiet == 0 || o.Receive == nil {
		return err
	}
	lines, err := o.listen(ctx, t, o.Quiet, line)
	if o.Starved {
		return err
	}
	if err != nil || len(lines) == 0 {
		o.Coverage.confirmPending()
		return err
	}
	text := say.Format("it answers, but our move ended the game: %s", o.Position.Outcome())
	return &host.Foul{
		Kind: host.Illegal, Reason: string(trax.GameOver), Question: line, Bytes: []byte(lines[0][:min(len(lines[0]), 256)]),
		Detail: text.String(), Text: text,
	}
}

// Greet asks for the team code.
func (o *Opponent) Greet(ctx context.Context, t *host.Session) error {
	if o.Limits.NoTeam {
		return nil
	}
	a, err := t.AskFor(ctx, 0, referee.AskTeam, o.Limits.Handshake, referee.IsTeam)
	o.Team = referee.Trim(a.Text)
	return err
}

// ask sends a line and plays the player's answer.
func (o *Opponent) ask(ctx context.Context, t *host.Session, line string) error {
	limit := o.Limits.Move
	if o.FirstMove == "" {
		limit = o.Limits.First
	}
	a, err := t.Ask(ctx, 0, line, limit)
	if err != nil {
		return err
	}
	if o.OnAnswer != nil {
		o.OnAnswer(line, a)
	}
	if o.Observe {
		o.observer.choices(o.Position)
	}
	move := referee.Trim(a.Text)
	o.Moves = append(o.Moves, move)
	if ply := o.Position.Ply(); ply < len(o.Script) && move != o.Script[ply] {
		o.LeftScript = true
	}
	if err := o.Position.PlayText(move); err != nil {
		return referee.IllegalFoul(0, line, a, limit, err)
	}
	if o.FirstMove == "" {
		o.FirstMove = move
	}
	o.observe(move, false)
	return nil
}

// observe keeps what the steps of a check are about.
func (o *Opponent) observe(move string, ours bool) {
	o.Coverage.noteSize(o.Position)
	if !o.Observe {
		return
	}
	if m, err := trax.ParseMove(move); err == nil {
		if !ours {
			o.Coverage.noteChoice(m, &o.observer)
			o.Coverage.confirmPending()
		}
		for _, r := range o.observer.turn(o.Position, m, ours) {
			if r != LongerChain { // which is met where the late tiles matter
				o.Coverage.pending = append(o.Coverage.pending, r)
			}
		}
		if o.probeTurn(m) {
			o.Coverage.pending = append(o.Coverage.pending, LongerChain)
		}
	}
}

// move chooses and plays a move of ours: one of those the policy values most,
// that ends the game only if nothing else is left.
func (o *Opponent) move(rng *rand.Rand) string {
	if ply := o.Position.Ply(); ply < len(o.Script) && !o.LeftScript {
		return o.make(o.Script[ply])
	}
	var best []trax.Move
	top := 0
	for _, m := range o.Position.AppendMoves(nil) {
		value := o.value(m)
		if len(best) == 0 || value > top {
			best, top = best[:0], value
		}
		if value == top {
			best = append(best, m)
		}
	}
	if len(best) == 0 {
		return "" // there is always a move: a board has a rim
	}
	return o.make(best[rng.IntN(len(best))].String())
}

// make plays a move of ours.
func (o *Opponent) make(move string) string {
	if err := o.Position.PlayText(move); err != nil {
		return ""
	}
	o.Moves = append(o.Moves, move)
	o.observe(move, true)
	return move
}

// Values of our moves that the policy does not decide; a policy's values start at 0.
const (
	valueWanted   = 1 << 50  // and more: an end of the game that is wanted
	valueShows    = 1 << 49  // and more: only tiles late in a long chain are around it
	valueProbe    = 1 << 48  // and more: it touches the end of a long chain
	valueBox      = -1 << 20 // and less: the board would be larger than it should
	valueUnwanted = -1 << 40 // any other end of the game
	valueIllegal  = -1 << 50
)

func (o *Opponent) value(m trax.Move) int {
	p := o.Position
	width := p.Width()
	shows := o.probe.shows(p, m.Cell)
	if p.Play(m) != nil {
		return valueIllegal
	}
	defer p.Undo()
	if !p.Outcome().Over {
		if size := max(p.Width(), p.Height()); o.Box > 0 && size > o.Box {
			return valueBox - size
		}
		value := o.Policy(m, width, p)
		if o.probe.wants(m.Cell) {
			value += valueProbe
		}
		if shows {
			value += valueShows
		}
		return value
	}
	if o.End != nil {
		if value := o.End(o.observer.turn(p, m, true)); value > 0 {
			return valueWanted + value
		}
	}
	return valueUnwanted
}

// Ply returns the number of plies played, 0 before the game.
func (o *Opponent) Ply() int {
	if o.Position == nil {
		return 0
	}
	return o.Position.Ply()
}
