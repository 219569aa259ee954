//go:build js && wasm

package pageworker

import (
	"context"
	"syscall/js"
	"time"
)

// Serve answers the questions of a page, one after the other, and never returns. It defines the
// function looplineAsk(text), which takes a question and returns at once, and looplineStop(), which
// ends the context of the question that is being answered. Answers go to looplineReply(text), a
// function of the page.
func Serve(answer func(ctx context.Context, question []byte, reply func(answer []byte))) {
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
	for q := range questions {
		ctx, cancel := context.WithCancel(context.Background())
		stop = cancel
		answer(ctx, []byte(q), func(answer []byte) { reply.Invoke(string(answer)) })
		cancel()
	}
}

// Breathe lets the events of the page in: there is one thread. Waking up takes a browser 4 ms.
func Breathe() { time.Sleep(time.Microsecond) }
