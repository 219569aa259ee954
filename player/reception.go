package player

import (
	"context"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/internal/say"
)

// reception seats clients that reconnect for each game. It keeps the ports open
// from the first game to the last and knows a client by the name that it sends, on
// whichever port it comes.
type reception struct {
	lobby
	ctx     context.Context
	cancel  context.CancelFunc
	serving sync.WaitGroup

	// The following are under lobby.mu.
	ports    []*port
	entrants []*entrant
	learn    bool // the names of those whose address has none are learned
}

type port struct {
	host     string
	number   int
	listener *bridge.Listener
}

type entrant struct {
	text    string // of the address
	address addr.Address
	name    string                 // that its clients send; empty while it is not known
	here    *guest                 // waits for its next game; or nil
	wanted  chan<- *replayedAnswer // of a game that waits for it; or nil
}

// guest is a client that has given its name.
type guest struct {
	*pendingConn
	port  *port
	name  string
	lines []string // that it sent
	leave func()   // ends the watch over it
}

// Listen opens the ports of all listen addresses of a match or a contest, in a game
// whose clients connect for each game. Several says that there is more than one
// game: then players whose addresses have no team= are known by the names that they
// send in their first game. Close closes the ports.
func (o *Opener) Listen(several bool, addresses ...string) error {
	if !o.ConnectionPerGame || o.Handshake == nil {
		return nil
	}
	r := o.receptionOf()
	plain := 0
	for _, text := range addresses {
		a, err := addr.Parse(text)
		if err != nil || a.Scheme != addr.SchemeListen {
			continue
		}
		if _, err := r.register(text, a); err != nil {
			return err
		}
		if a.Team == "" {
			plain++
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.learn = several && plain > 1
	return nil
}

// Sides names the player and the port of each seat, so that operators start the right
// clients. It is empty if no player connects for the game.
func (o *Opener) Sides(seats, names, addresses []string) string {
	o.receiving.Lock()
	r := o.reception
	o.receiving.Unlock()
	if r == nil {
		return ""
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var sides []say.Text
	connects := false
	for seat, text := range addresses {
		i := slices.IndexFunc(r.entrants, func(e *entrant) bool { return e.text == text })
		if i < 0 {
			sides = append(sides, say.Format("%s is %s", say.Word(seats[seat]), names[seat]))
			continue
		}
		connects = true
		name := names[seat]
		if e := r.entrants[i]; e.name != "" && name == addr.DisplayName(text) {
			name = e.name
		}
		sides = append(sides, say.Format("%s is %s, on port %s", say.Word(seats[seat]), name, r.portOf(seat, len(seats), r.entrants[i])))
	}
	if !connects {
		return ""
	}
	return r.language.Say(say.Join("; ", sides...))
}

// portOf returns the port of a seat. The caller holds mu.
func (r *reception) portOf(seat, seats int, e *entrant) string {
	if len(r.ports) == seats {
		return strconv.Itoa(r.ports[seat].number)
	}
	ports := portsOf(e.address)
	return strconv.Itoa(ports[min(seat, len(ports)-1)])
}

// Close closes the ports that wait for clients, and the clients that wait for a game.
// Players that were opened stay.
func (o *Opener) Close() error {
	o.receiving.Lock()
	r := o.reception
	o.reception = nil
	o.receiving.Unlock()
	if r != nil {
		r.close()
	}
	return nil
}

func (o *Opener) receptionOf() *reception {
	o.receiving.Lock()
	defer o.receiving.Unlock()
	if o.reception == nil {
		r := &reception{lobby: lobby{handshake: *o.Handshake, line: o.line, say: o.Say, language: o.Language}}
		r.ctx, r.cancel = context.WithCancel(context.Background())
		o.reception = r
	}
	return o.reception
}

func (r *reception) close() {
	r.cancel()
	r.serving.Wait()
	r.pending.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, e := range r.entrants {
		if e.here != nil {
			_ = e.here.line.Close()
		}
	}
}

// register takes in a player and opens its ports.
func (r *reception) register(text string, a addr.Address) (*entrant, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if i := slices.IndexFunc(r.entrants, func(e *entrant) bool { return e.text == text }); i >= 0 {
		return r.entrants[i], nil
	}
	for _, other := range r.entrants {
		b := other.address
		if shared := sharedPort(a, b); a.Team == "" && b.Team == "" && shared != 0 {
			return nil, say.Errorf("%s: another player waits on port %d too; say by ?team=NAME who is who", text, shared)
		}
		if a.Team != "" && r.sameName(a.Team, b.Team) {
			return nil, say.Errorf("%s: another player's name is %s too; give each its own", text, a.Team)
		}
	}
	for _, number := range portsOf(a) {
		if err := r.listen(a, number); err != nil {
			return nil, err
		}
	}
	e := &entrant{text: text, address: a, name: a.Team}
	r.entrants = append(r.entrants, e)
	return e, nil
}

// listen opens a port unless it is open. The caller holds mu.
func (r *reception) listen(a addr.Address, number int) error {
	if slices.ContainsFunc(r.ports, func(p *port) bool { return p.host == a.Host && p.number == number && number != 0 }) {
		return nil
	}
	// Whom an address allows is looked at when the client is known.
	open := "listen:" + net.JoinHostPort(a.Host, strconv.Itoa(number)) + "?allow=any"
	listener, err := bridge.Listen(r.ctx, open, bridge.Options{Log: r.say, Language: r.language})
	if err != nil {
		return err
	}
	p := &port{a.Host, number, listener}
	r.ports = append(r.ports, p)
	r.serving.Go(func() { r.serve(p) })
	return nil
}

// serve takes the connections to a port until the reception closes.
func (r *reception) serve(p *port) {
	for {
		conn, err := p.listener.Accept(r.ctx)
		if err != nil {
			if r.ctx.Err() == nil {
				r.notify("port %d: %v", p.number, err)
			}
			return
		}
		peer := bridge.RemoteAddr(conn)
		if !r.allows(p, peer) {
			r.notify("turned away %s: not in the allow list of %s", peer, strconv.Itoa(p.number))
			_ = conn.Close()
			continue
		}
		c := &pendingConn{line: r.line(conn), peer: peer}
		r.hold(c)
		r.pending.Go(func() { r.admit(c, p) })
	}
}

// allows reports whether any player on a port may be at a network address.
func (r *reception) allows(p *port, peer string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.ContainsFunc(r.entrants, func(e *entrant) bool {
		return slices.Contains(portsOf(e.address), p.number) && e.allows(peer)
	})
}

func (e *entrant) allows(peer string) bool {
	at, err := net.ResolveTCPAddr("tcp", peer)
	return err == nil && e.address.Allows(at)
}

// admit takes the name of a client and seats it, lets it wait, or closes its connection.
func (r *reception) admit(c *pendingConn, p *port) {
	lines, err := r.greet(r.ctx, c)
	r.mu.Lock()
	r.drop(c)
	r.mu.Unlock()
	if err != nil {
		if r.ctx.Err() == nil {
			r.notify("%s connected, but is not the player: %v; still waiting", c.peer, err)
		}
		_ = c.line.Close()
		return
	}
	g := &guest{pendingConn: c, port: p, name: r.nameOf(lines[len(lines)-1]), lines: lines}
	if text := r.receive(g); !text.IsZero() {
		r.notifyText(text)
		_ = c.line.Close()
	}
}

// receive seats a client or lets it wait. The text says why it can't stay.
func (r *reception) receive(g *guest) say.Text {
	r.mu.Lock()
	defer r.mu.Unlock()
	e, refused := r.owner(g)
	switch {
	case !refused.IsZero():
		return refused
	case e.here != nil:
		return say.Format("%s calls itself %q, and so does %s, which waits already: refused; end the one that is not meant",
			g.peer, g.name, e.here.peer)
	case !e.allows(g.peer):
		return say.Format("turned away %s: not in the allow list of %s", g.peer, e.text)
	}
	if e.wanted == nil {
		e.here = g
		r.watch(e, g)
		r.say(r.language.Say(say.Format("%q has connected to port %d and waits for its game", g.name, g.port.number)))
		return say.Text{}
	}
	r.seat(e, g)
	return say.Text{}
}

// owner finds the player whose client this is, by its name before its port. The
// caller holds mu.
func (r *reception) owner(g *guest) (*entrant, say.Text) {
	named := slices.IndexFunc(r.entrants, func(e *entrant) bool { return e.name != "" && r.sameName(e.name, g.name) })
	at := slices.IndexFunc(r.entrants, func(e *entrant) bool {
		return e.address.Team == "" && slices.Contains(portsOf(e.address), g.port.number) && e.address.Host == g.port.host
	})
	var local *entrant
	if at >= 0 {
		local = r.entrants[at]
	}
	switch {
	case named >= 0 && local != nil && local != r.entrants[named] && local.name == "" && r.learn:
		return nil, say.Format("%s calls itself %q as the player on port %d does: refused, since names tell the players apart in the games to come; change one of them",
			g.peer, g.name, r.entrants[named].address.Port)
	case named >= 0:
		return r.entrants[named], say.Text{}
	case local != nil && local.name == "":
		return local, say.Text{}
	}
	return nil, say.Format("%s calls itself %q, which is nobody's name here: refused; its name has to be one of: %s", g.peer, g.name, r.names())
}

// names lists the names that are known. The caller holds mu.
func (r *reception) names() string {
	var names []string
	for _, e := range r.entrants {
		if e.name != "" {
			names = append(names, e.name)
		}
	}
	return strings.Join(names, ", ")
}

// seat gives a client its game. The caller holds mu.
func (r *reception) seat(e *entrant, g *guest) {
	if r.learn && e.name == "" {
		e.name = g.name
	}
	r.notices = 0
	e.wanted <- &replayedAnswer{Line: g.line, text: r.handshake.Text, lines: g.lines, given: true}
	e.wanted = nil
	r.say(r.language.Say(say.Format("%s has connected and answered %q", g.peer, g.name)))
}

// maxEarly bounds the lines that a client may send while it waits.
const maxEarly = 64

// watch notices a waiting client that hangs up. The caller holds mu.
func (r *reception) watch(e *entrant, g *guest) {
	ctx, cancel := context.WithCancel(r.ctx)
	done := make(chan struct{})
	g.leave = func() { cancel(); <-done }
	r.pending.Go(func() {
		defer close(done)
		for len(g.lines) < maxEarly {
			text, _, _, err := g.line.Receive(ctx)
			if err == nil {
				g.lines = append(g.lines, text)
				continue
			}
			if ctx.Err() == nil {
				r.forget(e, g, err)
			}
			return
		}
	})
}

// forget drops a waiting client that has hung up.
func (r *reception) forget(e *entrant, g *guest, err error) {
	r.mu.Lock()
	gone := e.here == g
	if gone {
		e.here = nil
	}
	r.mu.Unlock()
	if gone {
		_ = g.line.Close()
		r.notify("%q has gone while it waited for its game: %v", g.name, err)
	}
}

// open waits for the client of a player until ctx ends.
func (r *reception) open(ctx context.Context, text string, a addr.Address) (*replayedAnswer, error) {
	e, err := r.register(text, a)
	if err != nil {
		return nil, err
	}
	seated := make(chan *replayedAnswer, 1)
	r.mu.Lock()
	if e.wanted != nil {
		r.mu.Unlock()
		return nil, say.Errorf("%s: a game waits for this player already", text)
	}
	g := e.here
	e.here = nil
	e.wanted = seated
	r.mu.Unlock()
	if g != nil {
		g.leave()
		r.mu.Lock()
		r.seat(e, g)
		r.mu.Unlock()
	}
	select {
	case p := <-seated:
		return p, nil
	case <-ctx.Done():
	case <-r.ctx.Done():
	}
	r.mu.Lock()
	e.wanted = nil
	r.mu.Unlock()
	select {
	case p := <-seated: // meanwhile
		return p, nil
	default:
	}
	return nil, say.Errorf("%s: no player connected: %w", text, context.Cause(ctx))
}

func (r *reception) nameOf(line string) string {
	if r.handshake.Name != nil {
		return r.handshake.Name(line)
	}
	return strings.TrimSpace(line)
}

// sameName reports whether two names are one, but for blanks.
func (r *reception) sameName(a, b string) bool {
	return strings.Join(strings.Fields(a), "") == strings.Join(strings.Fields(b), "")
}

// portsOf returns the ports of a listen address, in the order of the seats.
func portsOf(a addr.Address) []int { return append([]int{a.Port}, a.MorePorts...) }

// sharedPort returns a port that two addresses share, or 0.
func sharedPort(a, b addr.Address) int {
	for _, p := range portsOf(a) {
		if p != 0 && a.Host == b.Host && slices.Contains(portsOf(b), p) {
			return p
		}
	}
	return 0
}
