package remote

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/humanize"
)

// How a host and an agent stay in touch.
const (
	helloEvery  = 300 * time.Millisecond
	pingEvery   = 250 * time.Millisecond
	firstPings  = 8 // close together, before the first question
	firstEvery  = 10 * time.Millisecond
	firstTime   = 2 * time.Second
	noticeAfter = 2 * time.Second // silence after which the user gets a message
	maxPings    = 64              // that are not answered
)

// Options configures Open.
type Options struct {
	Name  string // under which the agent offers the player
	Bus   Bus
	Lines lines.Config // the game's line limits

	// Trust lets the agent's timestamps decide the clock, unless the agent declines.
	Trust bool

	// Forfeit: the seat loses when the network is lost for good. Otherwise the game is
	// void. The seat of an untrusted agent loses in both cases.
	Forfeit bool

	// Wait bounds the time to wait for a lost network.
	Wait time.Duration

	// Share bounds the time of a game's answers that the network may take beyond its round
	// trips; 0 sets no bound. See host.AgentPolicy.
	Share time.Duration

	// Say receives notices for people. It may be called concurrently.
	Say func(text string)
}

// Player is a player beside an agent: a host.Player that the caller closes.
type Player struct {
	o        Options
	host     string // our session token
	agent    string // the agent's session token
	reusable bool
	byteTime time.Duration // on the wire to the board
	policy   host.AgentPolicy
	stream   reliable
	wake     chan struct{} // holds one: something changed
	unsub    func()
	cancel   func()
	done     chan struct{}
	closing  sync.Once

	mu         sync.Mutex
	log        func(text string)
	clock      clockSync
	pings      map[uint64]time.Time // that left and are not answered
	pinged     uint64
	heard      time.Time // last message of the agent
	silent     bool      // the user has the message
	otherSince time.Time // when another agent of the name was heard first
	report     *inbound  // of the last send
	lines      []*inbound
	nothing    *inbound
	ended      error // the board has; behind the lines
	dead       error // the network is
	told       map[string]bool
	notices    []string      // pending messages for the user
	answer     chan *message // to hello; nil once it was answered

	clockOffset time.Time // of the last question
	offsetError time.Duration
	offsetAt    time.Time // when clockOffset was taken

	stallTold time.Time // zeroed at the last message about a stall of the agent's machine
}

// inbound is a message with its time of arrival.
type inbound struct {
	*message
	in time.Time
}

var (
	_ host.Player       = (*Player)(nil)
	_ host.AgentPlayer  = (*Player)(nil)
	_ host.LossReporter = (*Player)(nil)
)

// Open connects to the player's agent. It repeats its request until the agent answers or
// ctx ends; the error then names what is missing.
func Open(ctx context.Context, o Options) (*Player, error) {
	p := &Player{
		o: o, host: rand.Text(), wake: make(chan struct{}, 1), done: make(chan struct{}),
		pings: map[uint64]time.Time{}, told: map[string]bool{},
		answer: make(chan *message, 16), log: func(string) {},
	}
	p.stream.publish = p.publish
	var err error
	if p.unsub, err = o.Bus.Subscribe(fromAgent(o.Name), p.handleData); err != nil {
		return nil, err
	}
	m, err := p.greet(ctx)
	if err != nil {
		p.publish(&message{Kind: kindBye})
		p.unsub()
		return nil, err
	}
	p.startSession(m)
	running, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	go p.keepAlive(running)
	if err := p.ask(ctx); err != nil {
		_ = p.Close()
		return nil, err
	}
	return p, nil
}

// greet sends hello until the agent has opened the board.
func (p *Player) greet(ctx context.Context) (*message, error) {
	again := time.NewTicker(helloEvery)
	defer again.Stop()
	why := "no agent offers it"
	hello := &message{Kind: kindHello, Lines: &p.o.Lines, Limit: p.o.Wait}
	p.publish(hello)
	for {
		select {
		case <-ctx.Done():
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				return nil, fmt.Errorf("remote:%s: %s; is \"loopline-farm offer ADDR --name %s\" running beside the board", p.o.Name, why, p.o.Name)
			}
			return nil, ctx.Err()
		case <-again.C:
			p.publish(hello)
		case m := <-p.answer:
			switch {
			case m.Kind == kindWelcome:
				return m, nil
			case m.Kind == kindOpening:
				why = "its agent is opening the board"
			case m.Fault != faultBusy:
				return nil, fmt.Errorf("remote:%s: %s", p.o.Name, m.Why)
			default:
				why = m.Why
			}
		}
	}
}

// startSession takes over the session that the agent's welcome describes.
func (p *Player) startSession(m *message) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.agent, p.reusable, p.byteTime, p.heard, p.answer = m.Agent, m.Lasting, m.ByteTime, time.Now(), nil
	trusted := p.o.Trust && !m.Distrust
	p.policy = host.AgentPolicy{Name: p.o.Name, Trusted: trusted, Forfeit: p.o.Forfeit || !trusted, Wait: p.o.Wait, Share: p.o.Share}
}

// ask measures the offset of the agent's clock a few times before the first question.
func (p *Player) ask(ctx context.Context) error {
	limit := time.NewTimer(firstTime)
	defer limit.Stop()
	tick := time.NewTicker(firstEvery)
	defer tick.Stop()
	for {
		p.mu.Lock()
		known := p.clock.trips.n
		p.mu.Unlock()
		if known >= firstPings {
			return nil
		}
		p.ping()
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		case <-limit.C:
			if known == 0 {
				return fmt.Errorf("remote:%s: its agent does not say what its clock says", p.o.Name)
			}
			return nil
		}
	}
}

// publish sends a message with both session tokens. Only hello goes to any agent.
func (p *Player) publish(m *message) {
	m.Host, m.Agent = p.host, p.agent
	_ = p.o.Bus.Publish(toAgent(p.o.Name), m.encode()) // a lost message is sent again
}

// ping requests a timestamp of the agent's clock.
func (p *Player) ping() {
	p.mu.Lock()
	p.pinged++
	n := p.pinged
	delete(p.pings, n-maxPings)
	p.pings[n] = time.Now()
	p.mu.Unlock()
	p.publish(&message{Kind: kindPing, Of: n})
}

// keepAlive retransmits, pings and watches the network until the player is closed.
func (p *Player) keepAlive(ctx context.Context) {
	defer close(p.done)
	tick := time.NewTicker(tickInterval)
	defer tick.Stop()
	pinged := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			p.stream.retransmit(now)
			if now.Sub(pinged) >= pingEvery {
				pinged = now
				p.ping()
			}
			p.listen(now)
			p.flushNotices()
		}
	}
}

// listen warns, and later ends the session, when the agent stays silent.
func (p *Player) listen(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	silence := now.Sub(p.heard)
	switch {
	case p.dead != nil:
	case silence >= max(p.o.Wait, noticeAfter):
		p.lose(fmt.Sprintf("network lost: the agent of %s was not heard of for %s", p.o.Name, humanize.Duration(silence)))
	case silence >= noticeAfter && !p.silent:
		p.silent = true
		p.notify(fmt.Sprintf("network lost: the game is paused; %s is waited for up to %s", p.o.Name, humanize.Duration(p.o.Wait)))
	}
}

// lose ends the session. The caller holds mu.
func (p *Player) lose(why string) {
	if p.dead == nil {
		p.dead = &host.NetworkError{Why: why}
		p.signal()
	}
}

// Limits of the messages to the user, whatever an agent sends.
const (
	maxSays = 64  // at once
	maxOnce = 256 // messages that are shown once
)

// notify queues a message for the user and the record. The caller holds mu.
func (p *Player) notify(text string) {
	if len(p.notices) < maxSays {
		p.notices = append(p.notices, text)
	}
}

// flushNotices passes the queued messages to the user and the record.
func (p *Player) flushNotices() {
	p.mu.Lock()
	says, log := p.notices, p.log
	p.notices = nil
	p.mu.Unlock()
	for _, text := range says {
		p.o.Say(text)
		log(text)
	}
}

// notifyOnce is notify for a message that may come often. The caller holds mu.
func (p *Player) notifyOnce(text string) {
	if !p.told[text] && len(p.told) < maxOnce {
		p.told[text] = true
		p.notify(text)
	}
}

func (p *Player) signal() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// handleData handles a message. The bus calls it for one message at a time.
func (p *Player) handleData(data []byte) {
	in := time.Now()
	m, err := decode(data)
	p.mu.Lock()
	defer p.mu.Unlock()
	var other *versionError
	switch {
	case errors.As(err, &other) && p.answer != nil && m.Host == p.host:
		p.offerAnswer(&message{Kind: kindRefuse, Why: err.Error()})
	case err != nil:
		p.notifyOnce(fmt.Sprintf("a message in the name of %s was dropped: %s", p.o.Name, err))
	case m.Host != p.host: // of another session, or an old one
	case p.answer != nil:
		p.offerAnswer(m)
	case m.Agent != p.agent:
		p.agentReplaced(m)
	default:
		p.agentHeard(in)
		p.handleMessage(m, in)
	}
}

// offerAnswer passes on a possible answer to hello.
func (p *Player) offerAnswer(m *message) {
	switch m.Kind {
	case kindWelcome, kindOpening, kindRefuse:
		select {
		case p.answer <- m:
		default:
		}
	}
}

// agentReplaced handles a message of another agent of the same name: ours restarted, or
// there are two, which shows when ours is heard again.
func (p *Player) agentReplaced(m *message) {
	if time.Since(p.heard) >= noticeAfter && m.Kind == kindRefuse {
		p.lose("network lost: " + m.Why)
		return
	}
	if p.otherSince.IsZero() {
		p.otherSince = time.Now()
	}
}

// agentHeard notes that the agent was heard.
func (p *Player) agentHeard(in time.Time) {
	if p.silent {
		p.silent = false
		p.notify(fmt.Sprintf("the network to %s is back after %s: the game goes on", p.o.Name, humanize.Duration(in.Sub(p.heard))))
	}
	if !p.otherSince.IsZero() && in.Sub(p.otherSince) >= noticeAfter/2 {
		p.notifyOnce(fmt.Sprintf("another agent offers %s too: it is passed over", p.o.Name))
	}
	p.heard = in
}

// handleMessage handles a message of the session. The caller holds mu.
func (p *Player) handleMessage(m *message, in time.Time) {
	if m.Kind == kindPong {
		if out, ok := p.pings[m.Of]; ok {
			delete(p.pings, m.Of)
			if !p.clock.add(out, in, m.At) {
				p.notify(fmt.Sprintf("the clock of the agent of %s jumped", p.o.Name))
			}
		}
	}
	for _, next := range p.stream.receive(m) {
		c := &inbound{next, in}
		if next.Stalled > 0 && !p.stallTold.Equal(p.offsetAt) {
			p.stallTold = p.offsetAt // once for a question
			p.notify(fmt.Sprintf("the machine of the agent of %s stalled for %s while its board was asked", p.o.Name, humanize.Duration(next.Stalled)))
		}
		switch next.Kind {
		case kindSent:
			p.report = c
		case kindLine:
			p.queue(c)
		case kindNothing:
			p.nothing = c
		case kindEnded:
			p.end(endedError(next))
		}
	}
	p.signal()
}

// queue keeps a line until it is received; too many unsolicited lines end the player.
func (p *Player) queue(c *inbound) {
	most := p.o.Lines.MaxQueue
	if most <= 0 {
		most = lines.DefaultMaxQueue
	}
	switch {
	case p.ended != nil:
	case len(p.lines) >= most:
		p.end(&garbledError{fmt.Sprintf("more than %d unsolicited lines", most), c.Text})
	default:
		p.lines = append(p.lines, c)
	}
}

func (p *Player) end(err error) {
	if p.ended == nil {
		p.ended = err
	}
}

// Agent returns the player itself.
func (p *Player) Agent() host.Agent { return p }

// Policy implements host.Agent.
func (p *Player) Policy() host.AgentPolicy { return p.policy }

// Lost implements host.LossReporter: the agent was not heard of for half of the time that a
// network is waited for.
func (p *Player) Lost() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.dead != nil {
		return p.dead
	}
	if silence := time.Since(p.heard); silence >= max(p.o.Wait, noticeAfter)/2 {
		return &host.NetworkError{Why: fmt.Sprintf("network lost: the agent of %s was not heard of for %s", p.o.Name, humanize.Duration(silence))}
	}
	return nil
}

// Reusable reports whether the board can play another game without being opened again.
func (p *Player) Reusable() bool { return p.reusable }

// SendTime implements host.SendTimer: it is the time of the wire between agent and board.
func (p *Player) SendTime(bytes int) time.Duration { return time.Duration(bytes) * p.byteTime }

// LogAnswers has log told of the network.
func (p *Player) LogAnswers(log func(text string)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.log = log
}

// SendBy implements host.Agent.
func (p *Player) SendBy(ctx, wait context.Context, text, end string) (host.Timestamps, error) {
	limit := lines.DefaultSendTimeout
	if deadline, ok := wait.Deadline(); ok {
		limit = max(time.Millisecond, time.Until(deadline))
	}
	p.mu.Lock()
	out := time.Now()
	p.offsetAt = out
	p.clockOffset, p.offsetError = p.clock.at(out)
	trip := p.clock.trips.shortest()
	p.mu.Unlock()
	n, err := p.say(&message{Kind: kindSend, Text: []byte(text), End: end, Limit: limit}, trip)
	if err != nil {
		return host.Timestamps{}, err
	}
	var report *inbound
	ready := func() bool {
		if p.report != nil && p.report.Of == n {
			report, p.report = p.report, nil
		}
		return report != nil
	}
	if err := p.answered(ctx, wait, limit, ready); err != nil {
		return host.Timestamps{}, fmt.Errorf("sending %q: %w", text, err)
	}
	passage := p.passage(report)
	passage.Out = out
	return passage, sendError(report.message)
}

// say sends a numbered message.
func (p *Player) say(m *message, trip time.Duration) (n uint64, err error) {
	if n = p.stream.send(m, trip); n == 0 {
		err = &host.NetworkError{Why: fmt.Sprintf("the agent of %s has acknowledged none of the last %d messages", p.o.Name, maxUnacked)}
	}
	return n, err
}

// answered waits for the agent's report. It gives a trusted agent the time limit plus
// Wait for the network, and another until wait ends.
func (p *Player) answered(ctx, wait context.Context, limit time.Duration, ready func() bool) error {
	if !p.policy.Trusted {
		ok, err := p.await(wait.Done(), ready)
		if ok || err != nil {
			return err
		}
		return p.waited(wait)
	}
	longer, cancel := context.WithTimeout(ctx, limit+p.o.Wait)
	defer cancel()
	ok, err := p.await(longer.Done(), ready)
	switch {
	case ok || err != nil:
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return &host.NetworkError{Why: fmt.Sprintf("the agent of %s is there, but says nothing of its board", p.o.Name)}
}

// waited is the error when nothing came until wait had ended.
func (p *Player) waited(wait context.Context) error {
	p.mu.Lock()
	silent := time.Since(p.heard) >= noticeAfter
	p.mu.Unlock()
	if silent && errors.Is(wait.Err(), context.DeadlineExceeded) {
		return &host.NetworkError{Why: fmt.Sprintf("network lost: the agent of %s is not heard of", p.o.Name)}
	}
	return &partialError{"no line: " + wait.Err().Error(), nil, wait.Err()}
}

// await waits until ready, which is called with mu held, the network is lost for good,
// or done. Ok reports whether ready was.
func (p *Player) await(done <-chan struct{}, ready func() bool) (ok bool, err error) {
	for over := false; ; {
		p.mu.Lock()
		ok, err = ready(), p.dead
		p.mu.Unlock()
		if ok {
			return true, nil
		}
		if err != nil || over {
			return false, err
		}
		select {
		case <-p.wake:
		case <-done:
			over = true // and look once more
		}
	}
}

// passage returns the timestamps of a message from the board.
func (p *Player) passage(c *inbound) host.Timestamps {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.offsetAt.IsZero() { // nothing was sent yet
		p.offsetAt = c.in
		p.clockOffset, p.offsetError = p.clock.at(c.in)
	}
	return host.Timestamps{
		In: c.in, Start: c.Start, End: c.Last, Epoch: p.clockOffset,
		OffsetError: p.offsetError + widening(c.in.Sub(p.offsetAt)), RTT: p.clock.trips.shortest(),
	}
}

// ReceiveBy implements host.Agent.
func (p *Player) ReceiveBy(ctx, wait context.Context) (text string, passage host.Timestamps, err error) {
	var line *inbound
	ready := func() bool {
		if line == nil && len(p.lines) > 0 {
			line, p.lines = p.lines[0], p.lines[1:]
		}
		return line != nil || p.ended != nil
	}
	ok, err := p.await(wait.Done(), ready)
	if !ok && err == nil {
		err = p.overdue(ctx, wait, ready)
	}
	switch {
	case err != nil:
		return "", passage, err
	case line != nil:
		return string(line.Text), p.passage(line), nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return "", passage, p.ended
}

// overdue finds out whether a line had come to the board by the end of wait, by the
// clock that judges. Its error says that none had.
func (p *Player) overdue(ctx, wait context.Context, ready func() bool) error {
	deadline, ok := wait.Deadline()
	if !p.policy.Trusted || !ok || !errors.Is(wait.Err(), context.DeadlineExceeded) {
		return p.waited(wait)
	}
	p.mu.Lock()
	zero, trip := p.clockOffset, p.clock.trips.shortest()
	if p.offsetAt.IsZero() {
		zero, _ = p.clock.at(time.Now())
	}
	p.mu.Unlock()
	at := max(1, deadline.Sub(zero))
	n, err := p.say(&message{Kind: kindUntil, At: at}, trip)
	if err != nil {
		return err
	}
	var nothing *inbound
	err = p.answered(ctx, wait, 0, func() bool {
		if p.nothing != nil && p.nothing.Of == n {
			nothing = p.nothing
		}
		return ready() || nothing != nil
	})
	if err != nil || nothing == nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if ready() {
		return nil
	}
	return &partialError{"no line: " + wait.Err().Error(), nothing.Text, context.DeadlineExceeded}
}

// Send sends lines; see host.Player. The stamps are of the clock that judges.
func (p *Player) Send(ctx context.Context, text string) (sent, drained time.Time, err error) {
	return p.SendLines(ctx, text, "")
}

// SendLines is Send with another line end.
func (p *Player) SendLines(ctx context.Context, text, end string) (sent, drained time.Time, err error) {
	match, cancel := unlessCanceled(ctx)
	defer cancel()
	passage, err := p.SendBy(match, ctx, text, end)
	if err != nil {
		return sent, drained, err
	}
	sent, drained = passage.Stamps(p.policy.Trusted)
	return sent, drained, nil
}

// Receive returns the next line; see host.Player. The stamps are of the clock that judges.
func (p *Player) Receive(ctx context.Context) (text string, first, last time.Time, err error) {
	match, cancel := unlessCanceled(ctx)
	defer cancel()
	text, passage, err := p.ReceiveBy(match, ctx)
	if err != nil {
		return "", first, last, err
	}
	first, last = passage.Stamps(p.policy.Trusted)
	return text, first, last, nil
}

// unlessCanceled is a context that goes on when ctx ends by its deadline.
func unlessCanceled(ctx context.Context) (context.Context, func()) {
	on, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		if errors.Is(ctx.Err(), context.Canceled) {
			cancel()
		}
	})
	return on, func() { stop(); cancel() }
}

// Close gives the board back. It is idempotent.
func (p *Player) Close() error {
	p.closing.Do(func() {
		p.publish(&message{Kind: kindBye})
		p.cancel()
		<-p.done
		p.unsub()
		p.flushNotices()
	})
	return nil
}

// garbledError reports that a board sent bytes that can't be lines.
type garbledError struct {
	why   string
	bytes []byte
}

func (e *garbledError) Error() string   { return e.why }
func (e *garbledError) Garbled() []byte { return e.bytes }

// partialError reports that a board sent no line, with the partial line.
type partialError struct {
	why   string
	bytes []byte
	cause error
}

func (e *partialError) Error() string   { return e.why }
func (e *partialError) Partial() []byte { return e.bytes }
func (e *partialError) Unwrap() error   { return e.cause }

// endedError turns the end of a board into an error.
func endedError(m *message) error {
	switch m.Fault {
	case faultGarbled:
		return &garbledError{m.Why, m.Text}
	case faultEOF:
		return &partialError{m.Why, m.Text, io.EOF}
	}
	return &partialError{m.Why, m.Text, nil}
}

// sendError turns a report of sending into an error, or nil.
func sendError(m *message) error {
	switch m.Fault {
	case "":
		return nil
	case faultTimeout:
		return &partialError{m.Why, nil, context.DeadlineExceeded}
	}
	return errors.New(m.Why)
}
