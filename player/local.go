package player

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/loopline/loopline/bridge/lines"
)

// seatLocal joins a local player to the table by a pair of sockets: it speaks
// the same protocol as every other, and is refereed like them.
func (o *Opener) seatLocal(address string, p LocalPlayer) (*Player, error) {
	ours, theirs, err := socketPair()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", address, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		line := lines.New(theirs, o.Lines)
		defer line.Close()
		if err := p.Serve(ctx, line); err != nil && ctx.Err() == nil && !errors.Is(err, io.EOF) {
			o.Say(fmt.Sprintf("%s: %v", address, err))
		}
	}()
	return &Player{openConn: o.line(ours), local: p, leave: func() { cancel(); <-done }}, nil
}
