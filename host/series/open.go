package series

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"

	"github.com/loopline/loopline/host"
)

// open opens the players that do not stay from the last game, all at once:
// those that connect to us may come in any order.
func (s *Series) open(ctx context.Context, m *host.Match, who []int) ([]Player, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var opening sync.WaitGroup
	players, errs := make([]Player, len(who)), make([]error, len(who))
	for seat, i := range who {
		s.errout[i].aim(m, seat)
		if s.kept[i] != nil && s.kept[i].Healthy(ctx) {
			players[seat] = s.kept[i]
			continue
		}
		s.dismiss(i)
		opening.Go(func() {
			p, err := s.Open(ctx, m.Seats[seat].Name, s.Players[i], s.errout[i])
			if err != nil {
				errs[seat] = err
				cancel() // nobody to play with: the others need not come
				return
			}
			players[seat] = p
		})
	}
	opening.Wait()
	for seat, p := range players {
		if p != nil {
			s.kept[who[seat]] = p
			s.been[s.Players[who[seat]]] = true
		}
	}
	return players, firstReal(errs)
}

// firstReal returns the error that is not a consequence of another.
func firstReal(errs []error) error {
	var found error
	for _, err := range errs {
		if err != nil && (found == nil || errors.Is(found, context.Canceled)) {
			found = err
		}
	}
	return found
}

// errout takes what a player writes to its standard error, line by line, to the
// record of the game that it plays then: one that stays sits elsewhere in the
// next.
type errout struct {
	series *Series

	mu   sync.Mutex
	m    *host.Match
	seat int
}

// aim names the game, and the seat in it.
func (e *errout) aim(m *host.Match, seat int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.m, e.seat = m, seat
}

// Write takes a line. It never fails.
func (e *errout) Write(p []byte) (int, error) {
	e.mu.Lock()
	m, seat := e.m, e.seat
	e.mu.Unlock()
	text := strings.TrimRight(string(bytes.TrimRight(p, "\r\n")), " \r")
	m.Log(seat, text)
	if e.series.PlayerStderr {
		e.series.Say(m.Seats[seat].Name + ": " + text)
	}
	return len(p), nil
}

// part closes the players that do not stay for another game.
func (s *Series) part(ctx context.Context, players []Player, who []int, v host.Verdict) {
	for seat, p := range players {
		fouled := v.Foul != nil && v.Foul.Seat == seat
		if !p.Lasting() || fouled || ctx.Err() != nil {
			s.dismiss(who[seat])
		}
	}
}

// dismiss closes a player, if there is one.
func (s *Series) dismiss(who int) {
	if s.kept[who] != nil {
		_ = s.kept[who].Close()
		s.kept[who] = nil
	}
}
