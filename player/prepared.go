package player

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/internal/say"
)

// preparedAgain is how long a board that could not be prepared is left alone: who waits for
// it asks every other second, and the memory of a board wears out.
const preparedAgain = time.Minute

// failedPreparations remembers them by address.
type failedPreparations struct {
	mu sync.Mutex
	at map[string]failedPreparation
}

type failedPreparation struct {
	err  *bridge.PrepareError
	when time.Time
}

// recent returns the error of an address that failed a short while ago, or nil.
func (f *failedPreparations) recent(address string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if failed, ok := f.at[address]; ok && time.Since(failed.when) < preparedAgain {
		return failed.err
	}
	return nil
}

// note remembers how the opening of an address ended.
func (f *failedPreparations) note(address string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.at, address)
	var failed *bridge.PrepareError
	if errors.As(err, &failed) {
		if f.at == nil {
			f.at = make(map[string]failedPreparation)
		}
		f.at[address] = failedPreparation{failed, time.Now()}
	}
}

// selfTestTries is the number of first questions to a board that was just loaded.
const selfTestTries = 2

// selfTest asks a prepared board the first question of a game. A programmer that ended well
// has not always loaded the board.
func (h *Handshake) selfTest(ctx context.Context, line *lines.Line) (err error) {
	for range selfTestTries {
		if err = h.answered(ctx, line); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return say.Errorf("the board does not answer %q: %w", h.Text, err)
}

// answered asks once.
func (h *Handshake) answered(ctx context.Context, line *lines.Line) error {
	// The clock starts when the last byte has left, as in a game.
	sending, cancel := context.WithTimeout(ctx, h.Limit+2*line.SendTime(len(h.Text)+2))
	_, _, err := line.Send(sending, h.Text)
	cancel()
	if err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, h.Limit)
	defer cancel()
	for range maxRefused {
		text, _, _, err := line.Receive(limited)
		switch {
		case err != nil && limited.Err() != nil && ctx.Err() == nil:
			return say.Errorf("nothing came within %v", h.Limit)
		case err != nil:
			return err
		case h.Accept(text):
			return nil
		}
	}
	return say.Errorf("%d lines, none an answer", maxRefused)
}
