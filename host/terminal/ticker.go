package terminal

import (
	"fmt"
	"io"

	"github.com/loopline/loopline/termsafe"
)

// Ticker shows a number that grows, on a terminal only. It is for one
// goroutine.
type Ticker struct {
	w    io.Writer
	what string
	last int
}

// NewTicker makes a ticker that counts what it is called, such as "games
// compared".
func NewTicker(w io.Writer, what string) *Ticker { return &Ticker{w: w, what: what} }

// Tick shows n if it is 2 % more than what is shown.
func (t *Ticker) Tick(n int) {
	const share = 50
	if !IsTerminal(t.w) || n < t.last+t.last/share+1 {
		return
	}
	t.last = n
	fmt.Fprintf(termsafe.Unwrap(t.w), "\r%d %s", n, t.what)
}

// Done clears the line.
func (t *Ticker) Done() {
	if t.last > 0 {
		fmt.Fprint(termsafe.Unwrap(t.w), "\r\x1b[K")
	}
}
