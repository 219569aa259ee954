//go:build js && wasm

// Command engine is package browser for a worker of a page, as WebAssembly: see package pageworker.
//
//	GOOS=js GOARCH=wasm go build -o engine.wasm ./trax/browser/engine
package main

import (
	"time"

	"github.com/loopline/loopline/internal/pageworker"
	"github.com/loopline/loopline/trax/browser"
)

func main() {
	pageworker.Serve(browser.NewSession((&slices{last: time.Now()}).now).Answer)
}

// slices lets the events of the page in every few milliseconds.
type slices struct{ last time.Time }

const slice = 60 * time.Millisecond

func (s *slices) now() time.Time {
	now := time.Now()
	if now.Sub(s.last) > slice {
		pageworker.Breathe()
		now = time.Now()
		s.last = now
	}
	return now
}
