package remote

import (
	"math/rand/v2"
	"sync"
	"time"
)

// air is a bus in memory, on which messages are late, lost, doubled and out of order.
type air struct {
	delay, jitter time.Duration
	loss, double  float64

	mu   sync.Mutex
	rand *rand.Rand
	subs []*ear
	cut  bool
	deaf map[string]bool // subjects of which nothing arrives
	log  []said
}

// said is a message that was published.
type said struct {
	subject string
	data    []byte
}

// ear is who subscribed.
type ear struct {
	subject string
	mu      sync.Mutex
	take    func([]byte) // nil when it has stopped
}

func newAir(seed uint64) *air { return &air{rand: rand.New(rand.NewPCG(seed, 15))} }

func (a *air) Subscribe(subject string, take func([]byte)) (func(), error) {
	e := &ear{subject: subject, take: take}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.subs = append(a.subs, e)
	return func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.take = nil
	}, nil
}

func (a *air) Publish(subject string, data []byte) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.log = append(a.log, said{subject, data})
	for _, e := range a.subs {
		if e.subject != subject || a.cut || a.deaf[subject] || a.rand.Float64() < a.loss {
			continue
		}
		a.carry(e, data)
		if a.rand.Float64() < a.double {
			a.carry(e, data)
		}
	}
	return nil
}

func (a *air) carry(e *ear, data []byte) {
	late := a.delay
	if a.jitter > 0 {
		late += time.Duration(a.rand.Int64N(int64(a.jitter)))
	}
	time.AfterFunc(late, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		if e.take != nil {
			e.take(data)
		}
	})
}

// set cuts the air, or joins it again.
func (a *air) set(cut bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.cut = cut
}

// setDeaf loses what is said to a subject, or passes it on again.
func (a *air) setDeaf(subject string, deaf bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.deaf == nil {
		a.deaf = map[string]bool{}
	}
	a.deaf[subject] = deaf
}

// heard is all that was published so far.
func (a *air) heard() []said {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]said(nil), a.log...)
}
