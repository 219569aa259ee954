//go:build js && wasm

// Command engine is package browser for a worker of a page, as WebAssembly. It defines the
// function looplineAsk(text), which takes a question and returns at once, and looplineStop(), which
// ends the question that is being answered. Answers go to looplineReply(text), a function of the page.
//
//	GOOS=js GOARCH=wasm go build -o engine.wasm ./trax/browser/engine
package main

import (
	"context"
	"syscall/js"
	"time"

	"github.com/loopline/loopline/trax/browser"
)

func main() {
	questions := make(chan string, 16)
	stop := func() {}
	js.Global().Set("looplineAsk", js.FuncOf(func(_ js.Value, args []js.Value) any {
		select {
		case questions <- args[0].String():
			return true
		default: // the page asks one after the other
			return false
		}
	}))
	js.Global().Set("looplineStop", js.FuncOf(func(js.Value, []js.Value) any {
		stop()
		return nil
	}))
	reply := js.Global().Get("looplineReply")
	s := browser.NewSession((&slices{last: time.Now()}).now)
	for q := range questions {
		ctx, cancel := context.WithCancel(context.Background())
		stop = cancel
		s.Answer(ctx, []byte(q), func(answer []byte) { reply.Invoke(string(answer)) })
		cancel()
	}
}

// slices lets the events of the page in every few milliseconds: there is one thread. Waking up takes
// a browser 4 ms.
type slices struct{ last time.Time }

const slice = 60 * time.Millisecond

func (s *slices) now() time.Time {
	now := time.Now()
	if now.Sub(s.last) > slice {
		time.Sleep(time.Microsecond)
		now = time.Now()
		s.last = now
	}
	return now
}
