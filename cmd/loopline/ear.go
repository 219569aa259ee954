package main

import (
	"encoding/json"
	"sync"

	"github.com/loopline/loopline/bridge"
)

// ear hears how a player ends its lines. It is the writer of a bridge.Tap.
type ear struct {
	mu     sync.Mutex
	last   byte // that came in, 0 at first
	lf     int
	crlf   int
	cr     int
	spaces int // ends with a space instead of a line end
}

// Write takes in one or more whole entries of a tap.
func (e *ear) Write(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	start := 0
	for i, c := range p {
		if c != '\n' {
			continue
		}
		var entry bridge.TapEntry
		if json.Unmarshal(p[start:i], &entry) == nil {
			e.hear(entry)
		}
		start = i + 1
	}
	return len(p), nil
}

func (e *ear) hear(entry bridge.TapEntry) {
	b, err := entry.Bytes()
	if err != nil || len(b) == 0 {
		return
	}
	if entry.Dir == "out" {
		// We asked on: what had come was taken for a line.
		switch e.last {
		case '\r':
			e.cr++
		case ' ':
			e.spaces++
		}
		e.last = 0
		return
	}
	for _, c := range b {
		switch {
		case c == '\n' && e.last == '\r':
			e.crlf++
		case c == '\n':
			e.lf++
		case e.last == '\r':
			e.cr++
		}
		e.last = c
	}
}

// notes says what is not as it should be, after the taps were closed.
func (e *ear) notes() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	var notes []string
	if e.crlf > 0 {
		notes = append(notes, "lines end with CR LF")
	}
	if e.cr > 0 {
		notes = append(notes, "lines end with CR")
	}
	if e.spaces > 0 {
		notes = append(notes, "lines end with a space and no line end, which costs time")
	}
	return notes
}
