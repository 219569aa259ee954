package farmtest

import (
	"math/rand/v2"
	"sync"
	"time"
)

// Air is a remote.Bus in memory, on which messages are late, lost, doubled and out of order. Its fields are set
// before it is used.
type Air struct {
	Delay, Jitter time.Duration
	Loss, Double  float64 // their probabilities

	mu   sync.Mutex
	rand *rand.Rand
	subs []*ear
	cut  bool
	deaf map[string]bool // subjects of which nothing arrives
	log  []Said
}

// Said is a message that was published.
type Said struct {
	Subject string
	Data    []byte
}

// ear is who subscribed.
type ear struct {
	subject string
	mu      sync.Mutex
	take    func([]byte) // nil when it has stopped
}

// NewAir returns a bus without faults, whose later ones are drawn from a seed.
func NewAir(seed uint64) *Air { return &Air{rand: rand.New(rand.NewPCG(seed, 15))} }

// Subscribe implements remote.Bus.
func (a *Air) Subscribe(subject string, take func([]byte)) (func(), error) {
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

// Publish implements remote.Bus.
func (a *Air) Publish(subject string, data []byte) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.log = append(a.log, Said{subject, data})
	for _, e := range a.subs {
		if e.subject != subject || a.cut || a.deaf[subject] || a.rand.Float64() < a.Loss {
			continue
		}
		a.carry(e, data)
		if a.rand.Float64() < a.Double {
			a.carry(e, data)
		}
	}
	return nil
}

func (a *Air) carry(e *ear, data []byte) {
	late := a.Delay
	if a.Jitter > 0 {
		late += time.Duration(a.rand.Int64N(int64(a.Jitter)))
	}
	time.AfterFunc(late, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		if e.take != nil {
			e.take(data)
		}
	})
}

// Cut cuts all off, or joins them again.
func (a *Air) Cut(cut bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.cut = cut
}

// SetDeaf loses what is said to a subject, or passes it on again.
func (a *Air) SetDeaf(subject string, deaf bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.deaf == nil {
		a.deaf = map[string]bool{}
	}
	a.deaf[subject] = deaf
}

// Heard returns the messages that were published so far, in order.
func (a *Air) Heard() []Said {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]Said(nil), a.log...)
}
