package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

// keepAlive is the interval of comment lines (a heartbeat) on an idle stream.
const keepAlive = 10 * time.Second

// Stream sends server-sent events, as long as the client takes them and ctx
// lasts: first, then each of events until that is closed.
func Stream(ctx context.Context, w http.ResponseWriter, first []byte, events <-chan []byte) {
	control := http.NewResponseController(w)
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusOK)
	// Nothing more comes from the client: only what it takes is limited.
	_ = control.SetReadDeadline(time.Time{})
	send := func(text string) bool {
		_ = control.SetWriteDeadline(time.Now().Add(answerTime))
		_, err := fmt.Fprint(w, text)
		return err == nil && control.Flush() == nil
	}
	if !send(event(first)) {
		return
	}
	alive := time.NewTicker(keepAlive)
	defer alive.Stop()
	for {
		text := ": keep-alive\n\n"
		select {
		case <-ctx.Done():
			return
		case data, ok := <-events:
			if !ok {
				return
			}
			text = event(data)
		case <-alive.C:
		}
		if !send(text) {
			return
		}
	}
}

// event is an event with JSON, which has no line end in it.
func event(data []byte) string { return "event: message\ndata: " + string(data) + "\n\n" }
