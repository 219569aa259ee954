// Package netem is a TCP proxy that makes a network slow, unsteady, or gone: for trying
// what plays over networks, on one machine.
package netem

import (
	"context"
	"math/rand/v2"
	"net"
	"sync"
	"time"
)

// Config sets the latency of the network, each way.
type Config struct {
	To     string        // host:port that is connected to
	Delay  time.Duration // of every byte
	Jitter time.Duration // random addition, at most
	Seed   uint64        // of the jitter
}

// Proxy passes on connections. Bytes keep their order, as TCP has it.
type Proxy struct {
	config   Config
	listener net.Listener
	ctx      context.Context
	cancel   func()
	running  sync.WaitGroup

	mu    sync.Mutex
	rand  *rand.Rand
	gone  bool
	conns map[net.Conn]bool
}

// Start listens on a free port of loopback. The caller closes the proxy.
func Start(c Config) (*Proxy, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Proxy{config: c, listener: l, rand: rand.New(rand.NewPCG(c.Seed, 0)), conns: map[net.Conn]bool{}}
	p.ctx, p.cancel = context.WithCancel(context.Background())
	p.running.Go(p.accept)
	return p, nil
}

// Address is host:port of the proxy.
func (p *Proxy) Address() string { return p.listener.Addr().String() }

// Partition breaks all connections off and refuses new ones, or lets them come again.
func (p *Proxy) Partition(gone bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.gone = gone
	if gone {
		for c := range p.conns {
			_ = c.Close()
		}
	}
}

// Close ends all connections and waits for their ends.
func (p *Proxy) Close() {
	p.cancel()
	_ = p.listener.Close()
	p.Partition(true)
	p.running.Wait()
}

func (p *Proxy) accept() {
	for {
		in, err := p.listener.Accept()
		if err != nil {
			return
		}
		p.running.Go(func() { p.pass(in) })
	}
}

// keep notes a connection, or closes it if the network is gone.
func (p *Proxy) keep(c net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.gone {
		_ = c.Close()
		return false
	}
	p.conns[c] = true
	return true
}

func (p *Proxy) drop(c net.Conn) {
	_ = c.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.conns, c)
}

// pass passes on one connection until it ends.
func (p *Proxy) pass(in net.Conn) {
	defer p.drop(in)
	if !p.keep(in) {
		return
	}
	out, err := (&net.Dialer{}).DialContext(p.ctx, "tcp", p.config.To)
	if err != nil {
		return
	}
	defer p.drop(out)
	if !p.keep(out) {
		return
	}
	var both sync.WaitGroup
	both.Go(func() { p.carry(out, in) })
	both.Go(func() { p.carry(in, out) })
	both.Wait()
}

// chunk is bytes and when they are due.
type chunk struct {
	bytes []byte
	due   time.Time
}

// maxUnderWay bounds the chunks that are under way in one direction.
const maxUnderWay = 4096

// carry passes bytes one way, each late.
func (p *Proxy) carry(to, from net.Conn) {
	under := make(chan chunk, maxUnderWay)
	var writing sync.WaitGroup
	writing.Go(func() {
		defer from.Close()
		defer to.Close()
		for c := range under {
			if wait := time.Until(c.due); wait > 0 {
				time.Sleep(wait)
			}
			if _, err := to.Write(c.bytes); err != nil {
				return
			}
		}
	})
	var last time.Time
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		if n > 0 {
			last = p.due(last)
			select {
			case under <- chunk{append([]byte(nil), buf[:n]...), last}:
			case <-p.ctx.Done():
			}
		}
		if err != nil {
			break
		}
	}
	close(under)
	writing.Wait()
}

// due is when bytes that came now are passed on, behind those before them.
func (p *Proxy) due(last time.Time) time.Time {
	late := p.config.Delay
	if p.config.Jitter > 0 {
		p.mu.Lock()
		late += time.Duration(p.rand.Int64N(int64(p.config.Jitter)))
		p.mu.Unlock()
	}
	due := time.Now().Add(late)
	if due.Before(last) {
		return last
	}
	return due
}
