package sim

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	bridgelines "github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/waves"
)

// Limits of a Player.
const (
	// settleBytes is the time, in bytes, that a board runs on after its answer, so that
	// unsolicited bytes arrive before the next question.
	settleBytes = 20
	// slice bounds the cycles between two looks at the context.
	slice = 1 << 18
	// waitingNotice is after how much wall time it is said that a mute board is waited for.
	waitingNotice = 2 * time.Second
	// stillNotice is after how much wall time a mute board is looked at for whether it can answer.
	stillNotice = 500 * time.Millisecond
	// maxWaiting bounds the lines that wait to be received.
	maxWaiting = bridgelines.DefaultMaxQueue
)

// Player is a simulated board at a table: it has the methods of host.Player.
// Its time is simulated. It runs from the first bit of a line that is sent to
// the board, or from Listen, until the answer has come, or until its limit, and before
// the next line that is sent for the time of some twenty bytes, so that what the board
// sends unasked is received; otherwise it stops. The stamps of a line are the wall
// clock's time at which the wait began, plus the board's clock cycles from there on. How
// fast the model runs does not change them.
//
// One goroutine may Send while none Receives: the host does so.
type Player struct {
	board *Board
	wire  *wire
	conn  io.ReadWriteCloser // the wire, perhaps with something around it
	warn  func(say.Text)
	log   func(string) // of answers; nil unless LogAnswers was called

	cutter  bridgelines.Splitter
	begun   lineStart
	waiting []line
	err     error // for ever

	// Simulated time: the cycle zero came at the time base.
	base time.Time
	zero uint64

	// While the clock is running, Receive waits in simulated time, from the cycle since.
	running  bool
	since    uint64
	question string // that was sent last
	sent     lastQuestion

	lastByte uint64 // the clock cycle in which the last byte had come
	answered uint64 // clock cycles from the last question's stop bit to its answer's

	reportedBits    bool // of framing, or of the length of bits
	bits            BitError
	reportedWaiting bool
	reportedSilence bool          // of what makes a board mute
	probeLimit      time.Duration // of trying other wires; 0 tries none
	heardLine       bool          // the board has sent a line
	closing         sync.Once

	stop interruption // of what is done with it now

	wall              time.Duration // in which the board ran
	gameCost, askCost cost          // when the game began, and when it was asked
}

// cost is what the board has cost the host.
type cost struct {
	used time.Duration // processor time of its model
	wall time.Duration
	held time.Duration // in which its model was ready to run and had no processor; -1 is not counted
}

func (p *Player) cost() cost { return cost{used: p.board.used(), wall: p.wall, held: p.board.held()} }

type line struct {
	text        string
	first, last time.Time
	start, end  uint64 // the clock cycles of its first start bit and its last stop bit
}

// lastQuestion is the last line that was sent.
type lastQuestion struct {
	began   uint64
	drained uint64
	wall    time.Time
}

// NewPlayer makes a player of a board that has just been started, and lets it boot unless ctx ends; the
// player's Close closes the board. Lines configures the lines of its game. Wrap, unless it is nil,
// puts something around the bytes that pass, such as a tap. Warn gets problems of the
// wire; nil drops them.
func NewPlayer(
	ctx context.Context, b *Board, lines bridgelines.Config, wrap func(io.ReadWriteCloser) io.ReadWriteCloser, warn func(say.Text),
) (*Player, error) {
	p := &Player{board: b, wire: &wire{board: b}, warn: warn, cutter: bridgelines.NewSplitter(lines), base: time.Now()}
	p.conn = p.wire
	if wrap != nil {
		p.conn = wrap(p.wire)
	}
	if err := p.bootBoard(ctx); err != nil {
		b.Close()
		return nil, err
	}
	p.base = time.Now().Add(-b.Duration(b.Now()))
	return p, nil
}

// bootBoard runs the board until it may be asked.
func (p *Player) bootBoard(ctx context.Context) error {
	defer p.endWith(ctx)()
	for end := p.board.Cycles(p.board.config.boot()); p.board.Now() < end; {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := p.run(min(slice, end-p.board.Now()), 0); err != nil {
			return cmp.Or(ctx.Err(), err)
		}
	}
	return nil
}

// LogAnswers calls log with the clock cycles, the simulated and the real time
// of every answer from now on.
func (p *Player) LogAnswers(log func(string)) { p.log = log }

// ExplainSilence has a board that never sends a byte probed with other wires, once:
// other bit rates, inverted pins, reversed bits. The diagnosis goes to warn.
func (p *Player) ExplainSilence() { p.probeLimit = probeLimit }

// HideWaiting leaves out the notice that the board is waited for. Whether it is due depends on how fast
// the simulation runs.
func (p *Player) HideWaiting() { p.reportedWaiting = true }

// RestartWave begins the waveform of the board again, if there is one: what it
// held is gone. It is called between games.
func (p *Player) RestartWave() error { return p.board.RestartWave() }

// KeepWave ends the waveform of the board, if there is one, and keeps it. Beside it is then
// a view with the last question and its answer, or where an answer was given up.
func (p *Player) KeepWave() error {
	err := p.board.KeepWave()
	if wave := p.board.config.Wave; wave != "" {
		view := p.board.View(waves.Mark{Name: "question", Time: p.sent.began}, waves.Mark{Name: "answer", Time: max(p.lastByte, p.sent.drained)})
		_, wrong := view.Write(wave)
		err = errors.Join(err, wrong)
	}
	return err
}

// at returns the time of a clock cycle.
func (p *Player) at(cycle uint64) time.Time {
	return p.base.Add(p.board.Duration(cycle - p.zero))
}

// Send sends a line. See host.Player.
func (p *Player) Send(ctx context.Context, text string) (sent, drained time.Time, err error) {
	return p.SendLines(ctx, text, "\n")
}

// SendLines is Send with another line end, of each line of text. The deadline of ctx is the wall's, which a board that
// is simulated knows nothing of: it takes what its wire brings.
func (p *Player) SendLines(ctx context.Context, text, end string) (sent, drained time.Time, err error) {
	if p.err != nil {
		return sent, drained, p.err
	}
	if err := interrupted(ctx); err != nil {
		return sent, drained, fmt.Errorf("sending %q: %w", text, err)
	}
	defer p.endWith(ctx)()
	if err := p.settle(); err != nil {
		return sent, drained, err
	}
	now := p.goOn()
	p.sent.wall, p.sent.began = time.Now(), p.zero
	p.askCost = p.cost()
	p.cutter.StartQuestion()
	if _, err := p.conn.Write([]byte(strings.ReplaceAll(text, "\n", end) + end)); err != nil {
		return now, now, p.lost(err)
	}
	if err := p.drainBoard(); err != nil {
		return now, now, err
	}
	p.question = strings.ReplaceAll(text, "\n", end) + end
	p.sent.drained = p.wire.sent
	p.running, p.since = true, p.wire.sent
	return now, p.at(p.wire.sent), nil
}

// Listen implements host.Listener: the board's time goes on for the next Receive.
func (p *Player) Listen() (began time.Time, err error) {
	if p.err != nil && len(p.waiting) == 0 {
		return began, p.err
	}
	began = p.goOn()
	if p.question == "" {
		p.sent = lastQuestion{began: p.zero, drained: p.zero, wall: time.Now()}
	}
	p.running, p.since, p.askCost = true, p.zero, p.cost()
	return began, nil
}

// StopClock has the board's time stand still until the next Send or Listen, but for some
// twenty bytes. Until then Receive waits by the wall clock.
func (p *Player) StopClock() { p.running = false }

// goOn has the board's time go on where it stood, or now, and returns when that is.
func (p *Player) goOn() time.Time {
	now := p.at(p.board.Now())
	if stood := time.Since(now); stood > 0 {
		now = now.Add(stood)
		p.cutter.Delay(stood)
	}
	p.base, p.zero = now, p.board.Now()
	return now
}

// Receive returns the next line. After Send and Listen the deadline of ctx is one of
// simulated time: the board runs until then, however long that takes; then its time
// stands still. See host.Player.
func (p *Player) Receive(ctx context.Context) (text string, first, last time.Time, err error) {
	if !p.running {
		return p.unasked(ctx)
	}
	until, bounded := ctx.Deadline()
	defer p.endWith(ctx)()
	started := time.Now()
	end := p.wholeWait(until)
	for len(p.waiting) == 0 {
		now := p.at(p.board.Now())
		left := p.board.Cycles(end.Sub(now))
		switch {
		case interrupted(ctx) != nil: // before the error of a board that was ended for it
			return "", first, last, p.cutter.Incomplete(interrupted(ctx))
		case p.err != nil:
			return "", first, last, p.err
		case bounded && left == 0:
			p.running = false
			p.reportSilence()
			return "", first, last, p.cutter.Incomplete(context.DeadlineExceeded)
		}
		if !bounded {
			left = slice
		}
		if bounded && !p.heardLine && time.Since(started) > stillNotice && p.skips(end) {
			continue
		}
		if bounded && time.Since(started) > waitingNotice {
			p.reportWaiting(until)
		}
		if err := p.overspent(); err != nil {
			return "", first, last, p.lost(err)
		}
		_ = p.run(min(left, slice, p.silence()), AtLine) // an error stays in p.err
		p.endAtSilence()
	}
	p.answered = p.waiting[0].end - min(p.sent.drained, p.waiting[0].end)
	p.logAnswer()
	return p.next()
}

// StartGame has what bounds the cost of a game's answers begin again.
func (p *Player) StartGame() { p.gameCost = p.cost() }

// overspent returns the error of a model that has taken the time of an answer or of a game: an
// *OverrunError, or a *StarvedError.
func (p *Player) overspent() error {
	b := &p.board.config.bounds
	used := p.board.used()
	for _, of := range []struct {
		what       string
		since      cost
		most, wall time.Duration
	}{{"an answer", p.askCost, b.Answer, cmp.Or(b.AnswerWall, model.SimulationLimit)}, {"a game", p.gameCost, b.Game, b.GameWall}} {
		if of.most > 0 && used-of.since.used > of.most {
			return &model.OverrunError{Model: p.board.p.Name(), What: fmt.Sprintf("took more than %v of processor time for %s: "+
				"a slower clock or less logic is simulated sooner", of.most, of.what)}
		}
		if wall := p.wall - of.since.wall; of.wall > 0 && wall > of.wall {
			if held := p.board.held(); starved(wall, used-of.since.used, held-of.since.held, held >= 0 && of.since.held >= 0) {
				return &model.StarvedError{Model: p.board.p.Name(), What: of.what, Most: of.wall}
			}
			return &model.OverrunError{Model: p.board.p.Name(), What: fmt.Sprintf("took more than %v for %s: "+
				"a slower clock or less logic is simulated sooner", of.wall, of.what)}
		}
	}
	return nil
}

// starved reports whether the host is to blame for the time on the wall that a model took: the model neither
// computed nor slept for most of it. Where waits are not counted, all but computing was one.
func starved(wall, used, held time.Duration, counted bool) bool {
	if counted {
		return held > wall/2
	}
	return used < wall/2
}

// endWith has what is done next with the board end with ctx. The caller calls what is returned when it
// is done.
func (p *Player) endWith(ctx context.Context) (done func()) {
	p.stop = interruptionOf(ctx)
	return p.board.endWith(ctx)
}

// waitStep divides the time for which an answer is waited.
const waitStep = 10 * time.Microsecond

// wholeWait returns a deadline in whole steps after the wait began. Hosts cut stamps to microseconds by
// their own clock: without it the same game would take other clock cycles each time, and a board that
// takes its moves from a counter that always runs would play another game.
func (p *Player) wholeWait(until time.Time) time.Time {
	began := p.at(p.since)
	steps := (until.Sub(began) + waitStep - 1) / waitStep
	return began.Add(steps * waitStep)
}

// unasked returns what the board sends though nothing was asked.
func (p *Player) unasked(ctx context.Context) (string, time.Time, time.Time, error) {
	defer p.endWith(ctx)()
	_ = p.settle()
	p.endAtSilence()
	if len(p.waiting) > 0 {
		return p.next()
	}
	if p.err != nil {
		return "", time.Time{}, time.Time{}, p.err
	}
	<-ctx.Done()
	return "", time.Time{}, time.Time{}, p.cutter.Incomplete(ctx.Err())
}

func (p *Player) next() (string, time.Time, time.Time, error) {
	l := p.waiting[0]
	p.waiting = p.waiting[1:]
	p.begun.answer = l.start
	return l.text, l.first, l.last, nil
}

// logAnswer logs how long an answer took.
func (p *Player) logAnswer() {
	if p.log == nil {
		return
	}
	p.log(fmt.Sprintf("answered after %d clock cycles: %v simulated, %v on the wall clock",
		p.answered, p.board.Duration(p.answered).Round(time.Microsecond),
		time.Since(p.sent.wall).Round(time.Microsecond)))
}

// settle runs the board until what it sends unasked has come.
func (p *Player) settle() error {
	bits := uint64(10 * settleBytes * p.board.config.bit())
	return p.run(bits, 0)
}

// run runs the board and passes on its bytes.
func (p *Player) run(cycles uint64, stop Stop) error {
	if p.err != nil {
		return p.err
	}
	began := time.Now()
	defer func() { p.wall += time.Since(began) }()
	if err := p.wire.run(cycles, stop); err != nil {
		return p.lost(err)
	}
	return p.drainBoard()
}

// drainBoard cuts what was received into lines. It passes through the conn, so that
// whatever is around the wire sees it too.
func (p *Player) drainBoard() error {
	var one [1]byte
	for len(p.wire.received) > 0 {
		h := p.wire.received[0]
		if _, err := p.conn.Read(one[:]); err != nil {
			return p.lost(err)
		}
		if h.Framing {
			p.reportFraming(h)
			continue // no receiver hands such a byte on
		}
		p.cutter.Silence(p.at(h.End), p.queue)
		p.measureBit(h)
		p.begun.add(h)
		p.lastByte = h.End
		err := p.cutter.Feed(one[:], p.at(h.End), p.queue)
		if err == nil && len(p.waiting) > maxWaiting {
			err = p.lost(say.Errorf("more than %d unsolicited lines", maxWaiting))
		}
		if err != nil {
			p.err = err
			return err
		}
	}
	return nil
}

// reportFraming tells, once, of a byte that was no byte: most often the baud rate or
// the clock is another than was said.
func (p *Player) reportFraming(h RxByte) {
	if p.warn == nil || p.reportedBits {
		return
	}
	p.reportedBits = true
	if p.board.tx.idlesLow() {
		p.warn(p.board.silenceCause())
		return
	}
	if p.probeLimit > 0 && p.question != "" && !p.heardLine && !p.reportedSilence {
		if text, found := p.board.explainSilence(p.question, p.probeLimit, p.stop); found {
			p.reportedSilence = true
			p.warn(text)
			return
		}
	}
	p.warn(say.Format("a byte without a stop bit, 0x%02x, at clock cycle %d: are clk and baud right, and is tx high behind the 8 data bits?", h.Byte, h.Start))
}

// maxBitError is the deviation of the board's bits above which the user is warned. Two
// ends together tolerate about 4 %; half of it is the other end's.
const maxBitError = 0.02

// measureBit tells, once, of bits that are too long or too short to be safe with
// a far end that is not exact.
func (p *Player) measureBit(h RxByte) {
	got, ok := h.Bit()
	if !ok {
		return
	}
	c := &p.board.config
	want := c.Clock / c.Baud
	off := got/want - 1
	p.bits.add(off, 1/(9*want)) // the edges are at clock cycles, each up to one late
	if p.warn == nil || p.reportedBits || max(off, -off) <= maxBitError+1/(9*want) {
		return
	}
	p.reportedBits = true
	p.warn(say.Format("its bits last %.1f clock cycles, %+.1f %% from the %.1f of %s baud with clk=%s: "+
		"a real far end that is off too may not read it; is its divider right?", got, 100*off, want, plain(c.Baud), plain(c.Clock)))
}

// reportWaiting tells, once, that a board that has never sent a line is waited for.
func (p *Player) reportWaiting(until time.Time) {
	if p.warn == nil || p.reportedWaiting || p.heardLine {
		return
	}
	p.reportedWaiting = true
	ran, limit := p.at(p.board.Now()).Sub(p.at(p.since)), until.Sub(p.at(p.since))
	if p.question == "" {
		p.warn(say.Format("no line came yet; the first one is waited for until %v of simulated time have passed, of which %v did in %v",
			limit.Round(time.Millisecond), ran.Round(time.Millisecond), waitingNotice))
		return
	}
	p.warn(say.Format("no line came yet; the answer to %q is waited for until %v of simulated time have passed, of which %v did in %v",
		strings.TrimSpace(p.question), limit.Round(time.Millisecond), ran.Round(time.Millisecond), waitingNotice))
}

// skips has simulated time pass at once if the board's transmit pin never changes by its
// description, and reports whether.
func (p *Player) skips(until time.Time) bool {
	if text, still := p.board.deadPath(); text.IsZero() || !still {
		return false
	}
	p.base = p.base.Add(until.Sub(p.at(p.board.Now())))
	return true
}

// reportSilence tells, once, what to look at if a board has never said a byte: one
// whose wiring is wrong looks like one that does not know the protocol. Of one
// that is inverted bytes may be received, but no line.
func (p *Player) reportSilence() {
	if p.warn == nil || p.reportedSilence || p.heardLine {
		return
	}
	p.reportedSilence = true
	mute := !p.reportedBits && (p.lastByte == 0 || p.board.tx.idlesLow())
	if mute {
		p.warn(p.silenceCause())
	}
	if text, _ := p.board.deadPath(); p.probeLimit == 0 || !text.IsZero() || p.question == "" {
		return
	}
	if text, found := p.board.explainSilence(p.question, p.probeLimit, p.stop); found || mute {
		p.warn(text)
	}
}

// silenceCause returns the likely reason why a board has sent no byte.
func (p *Player) silenceCause() say.Text {
	c := &p.board.config
	reset := c.Pins.Reset
	if reset == "" {
		reset = "none"
	}
	dead, _ := p.board.deadPath()
	if !dead.IsZero() {
		dead = say.Format("%s. ", dead)
	}
	text := say.Format("not a byte from %s yet: %s. %sAre clk=%s clock=%s rst=%s (with a ! if active low) baud=%s rx=%s tx=%s right?",
		c.Pins.TX, p.board.silenceCause(), dead, plain(c.Clock), c.Pins.Clock, reset, plain(c.Baud), c.Pins.RX, c.Pins.TX)
	if low := strings.Join(p.board.config.heldLow(p.board.design), " "); low != "" {
		text = say.Format("%s held low: %s (high=PIN holds one high).", text, low)
	}
	return say.Format("%s --handshake 50ms saves the wait; wave=FILE shows what it does", text)
}

// silence returns the clock cycles until silence ends the unfinished line, if it would.
func (p *Player) silence() uint64 {
	ends, ok := p.cutter.SilenceEnds()
	if !ok {
		return slice
	}
	return p.board.Cycles(ends.Sub(p.at(p.board.Now()))) + 1
}

// endAtSilence ends a line that needs no line end, once it is followed by silence.
func (p *Player) endAtSilence() { p.cutter.Silence(p.at(p.board.Now()), p.queue) }

// queue takes a line whose last byte is the last that was received.
func (p *Player) queue(text string, first, last time.Time) {
	p.heardLine = p.heardLine || len(text) > 1 // one letter may be a line end with its bits reversed
	p.waiting = append(p.waiting, line{text, first, last, p.begun.end(), p.lastByte})
}

func (p *Player) lost(err error) error {
	if p.err == nil {
		p.err = p.cutter.Dropped(say.TextOf(err), err)
	}
	return p.err
}

// Close switches the board off.
func (p *Player) Close() error {
	var err error
	p.closing.Do(func() { err = p.conn.Close() })
	return err
}

// wire is the bytes that pass to and from a board, as a connection. Writing
// runs the board until the last stop bit has left; reading answers what was
// received, a byte at a time.
type wire struct {
	board    *Board
	received []RxByte
	sent     uint64 // the cycle in which the last stop bit left
}

func (w *wire) run(cycles uint64, stop Stop) error {
	received, _, err := w.board.Run(nil, cycles, stop)
	w.received = append(w.received, received...)
	return err
}

// Write sends bytes.
func (w *wire) Write(p []byte) (int, error) {
	enough := uint64(float64(len(p)+2) * 11 * w.board.config.bit())
	received, sent, err := w.board.Run(p, enough, WhenSent)
	w.received = append(w.received, received...)
	w.sent = sent
	return len(p), err
}

// Read returns the next byte that was received, if there is one.
func (w *wire) Read(p []byte) (int, error) {
	if len(w.received) == 0 || len(p) == 0 {
		return 0, io.EOF
	}
	p[0] = w.received[0].Byte
	w.received = w.received[1:]
	return 1, nil
}

// Close switches the board off.
func (w *wire) Close() error { return w.board.Close() }
