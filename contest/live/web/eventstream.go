package web

import (
	"bytes"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Event is something sent to the viewers of a page, in the form of the
// server-sent events of HTML: https://html.spec.whatwg.org/#server-sent-events.
type Event struct {
	Ply  int    // how many moves the page has with it
	Text []byte // the lines that are sent
}

// NewEvent makes an event. The id is what a browser says when it comes back,
// game/ply; data is one line.
func NewEvent(game string, ply int, name string, data []byte) Event {
	text := make([]byte, 0, len(data)+len(game)+64)
	text = append(text, "id: "+EventID(game, ply)+"\nevent: "+name+"\ndata: "...)
	text = append(text, data...)
	return Event{ply, append(text, "\n\n"...)}
}

// EventStream holds the events of a page, append-only, with channels that the next append
// closes. A viewer is a place in it. It is safe for concurrent use. The zero EventStream
// is empty.
type EventStream struct {
	mu     sync.Mutex
	events []Event
	gone   int // events before these, which no viewer needs
	ended  bool

	// Many viewers that wake at once (a thundering herd) would keep a game on the same
	// machine from its processor: they wake in batches.
	batches [wakeBatches]wakeBatch
	waking  bool // a goroutine wakes them
	again   bool // and has to once more
}

// wakeBatch is the viewers that wake together.
type wakeBatch struct {
	changed chan struct{}
	waiting int // how many have asked for the channel, perhaps more than once
}

// Viewers wake in wakeBatches batches, with a pause after each larger than minBatch.
const (
	wakeBatches = 64
	minBatch    = 8
	batchPause  = 2 * time.Millisecond
)

// Append adds an event. After End it does nothing.
func (l *EventStream) Append(e Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		return
	}
	l.events = append(l.events, e)
	l.wake()
}

// Replace appends an event of a page that is always told as a whole, unless it says
// what the last one said.
func (l *EventStream) Replace(data string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := len(l.events)
	e := NewEvent("contest", l.gone+n, "contest", []byte(data))
	if l.ended || n > 0 && sameData(l.events[n-1].Text, e.Text) {
		return
	}
	if n >= maxWhole {
		l.events, l.gone = nil, l.gone+n
	}
	l.events = append(l.events, e)
	l.wake()
}

// Latest has an event take the place of all before it, for a page that is always told as a
// whole.
func (l *EventStream) Latest(e Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		return
	}
	l.gone += len(l.events)
	l.events = []Event{e}
	l.wake()
}

// Keep appends an event, and forgets the older half where there are more than most.
func (l *EventStream) Keep(e Event, most int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		return
	}
	if n := len(l.events); n >= most {
		l.events, l.gone = append([]Event(nil), l.events[n/2:]...), l.gone+n/2
	}
	l.events = append(l.events, e)
	l.wake()
}

// maxWhole limits how many events of a page that is sent as a whole are kept.
const maxWhole = 1000

// sameData reports whether two events say the same.
func sameData(a, b []byte) bool {
	_, a, _ = bytes.Cut(a, []byte("\n"))
	_, b, _ = bytes.Cut(b, []byte("\n"))
	return bytes.Equal(a, b)
}

// Last returns the place of the last event, 0 where there is none.
func (l *EventStream) Last() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return max(0, l.gone+len(l.events)-1)
}

// End says that nothing will follow.
func (l *EventStream) End() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = true
	l.wake()
}

// wake has a goroutine wake the viewers, turn by turn. It ends when all are awake.
func (l *EventStream) wake() {
	if l.again = true; !l.waking {
		l.waking = true
		go l.wakeAll()
	}
}

func (l *EventStream) wakeAll() {
	for l.wakeNext() {
		for i := range wakeBatches {
			if l.wakeOne(i) >= minBatch {
				time.Sleep(batchPause)
			}
		}
	}
}

// wakeNext reports whether something was appended since it was asked last.
func (l *EventStream) wakeNext() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waking, l.again = l.again, false
	return l.waking
}

// wakeOne wakes the viewers of a turn and returns how many they may be.
func (l *EventStream) wakeOne(i int) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.batches[i]
	if t.changed != nil {
		close(t.changed)
	}
	l.batches[i] = wakeBatch{}
	return t.waiting
}

// From returns the events from a place on, a channel that is closed when there
// are more, and whether there never will be. Viewers with different numbers wake
// in different turns.
func (l *EventStream) From(place, viewer int) (events []Event, changed <-chan struct{}, ended bool) {
	events, _, changed, ended = l.next(place, viewer)
	return events, changed, ended
}

// next is From, with the place behind the events.
func (l *EventStream) next(place, viewer int) (events []Event, behind int, changed <-chan struct{}, ended bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := &l.batches[viewer%wakeBatches]
	if t.changed == nil {
		t.changed = make(chan struct{})
	}
	t.waiting++
	at := min(max(place-l.gone, 0), len(l.events))
	return l.events[at:], l.gone + len(l.events), t.changed, l.ended
}

// After returns the index of the first event that may be new to a page with the given number
// of moves: the first event with as many, because the page may lack later ones of them.
func (l *EventStream) After(ply int) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	place := len(l.events)
	for place > 0 && l.events[place-1].Ply >= ply {
		place--
	}
	return l.gone + place
}

// EventID returns the id of an event of a game after so many moves.
func EventID(game string, ply int) string { return game + "/" + strconv.Itoa(ply) }

// PlyOf reads an event id of a game.
func PlyOf(id, game string) (ply int, ok bool) {
	number, ok := strings.CutPrefix(id, game+"/")
	if !ok {
		return 0, false
	}
	ply, err := strconv.Atoi(number)
	return ply, err == nil && ply >= 0
}
