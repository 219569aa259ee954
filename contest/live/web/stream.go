package web

import (
	"net/http"
	"time"
)

// Times of a stream.
const (
	writeTime = 5 * time.Second  // a viewer that takes longer to read is cut
	aliveTime = 20 * time.Second // without an event, something is sent that says that we are there
)

// Stream sends a viewer the events of a log until the viewer goes, the log
// ends, or the pages are closed. Place is that of the first event: see EventStream.From.
func (p *Pages) Stream(w http.ResponseWriter, r *http.Request, l *EventStream, place int) {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // for nginx
	p.follows(w, r, l, place, framing{"retry: 2000\n\n", ": alive\n\n", "event: end\ndata: {}\n\n"})
}

// framing holds the lines of a stream around its events: at its beginning, while there are none, and
// at its end.
type framing struct{ begin, alive, end string }

// StreamLines is Stream of a log whose events are lines.
func (p *Pages) StreamLines(w http.ResponseWriter, r *http.Request, l *EventStream, place int) {
	p.follows(w, r, l, place, framing{alive: "\n"})
}

func (p *Pages) follows(w http.ResponseWriter, r *http.Request, l *EventStream, place int, f framing) {
	who := Source(r)
	number, ok := p.Guard.enter(who)
	if !ok {
		p.Guard.full(w, r)
		return
	}
	defer p.Guard.leave(who)
	KeepOpen(r, true)
	defer KeepOpen(r, false)
	out := viewer{w, http.NewResponseController(w)}
	if out.write([]byte(f.begin)) != nil {
		return
	}
	alive := time.NewTimer(aliveTime)
	defer alive.Stop()
	for {
		events, behind, changed, ended := l.next(place, number)
		place = behind
		if len(events) > 0 {
			if out.events(events) != nil {
				return
			}
			alive.Reset(aliveTime)
			continue
		}
		if ended {
			_ = out.write([]byte(f.end)) // who does not read it has gone
			return
		}
		select {
		case <-changed:
		case <-alive.C:
			if out.write([]byte(f.alive)) != nil {
				return
			}
			alive.Reset(aliveTime)
		case <-r.Context().Done():
			return
		case <-p.closing:
			return
		}
	}
}

type viewer struct {
	w http.ResponseWriter
	c *http.ResponseController
}

// events sends events in one go.
func (v viewer) events(events []Event) error {
	for _, e := range events[:len(events)-1] {
		if err := v.put(e.Text); err != nil {
			return err
		}
	}
	return v.write(events[len(events)-1].Text)
}

func (v viewer) put(text []byte) error {
	if err := v.c.SetWriteDeadline(time.Now().Add(writeTime)); err != nil {
		return err
	}
	_, err := v.w.Write(text)
	return err
}

func (v viewer) write(text []byte) error {
	if err := v.put(text); err != nil {
		return err
	}
	return v.c.Flush()
}
