package series

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/loopline/loopline/host"
)

// open opens the players that do not stay from the last game, all at once:
// those that connect to us may come in any order.
func (s *Series) open(ctx context.Context, m *host.Game, who []int, pair int) ([]PlayerConn, error) {
	ctx, cancel := context.WithCancel(host.WithGame(ctx, fmt.Sprintf("%s/%d/%p", s.id, m.Match.Number, m)))
	defer cancel()
	var opening sync.WaitGroup
	players, errs := make([]PlayerConn, len(who)), make([]error, len(who))
	for seat, i := range who {
		s.stderrLogs[i].TakeTail() // of the last game
		s.stderrLogs[i].Attach(m, seat)
		if s.kept[i] != nil && s.kept[i].Alive(ctx) {
			players[seat] = s.kept[i]
			continue
		}
		s.closePlayer(i)
		address := s.Players[i]
		if s.PairAddress != nil {
			if address = s.PairAddress(pair, i, seat); address != s.Players[i] {
				m.Log(seat, "opened as "+address)
			}
		}
		opening.Go(func() {
			p, err := s.openAgain(ctx, m.Seats[seat].Name, address, i)
			if err != nil {
				errs[seat] = err
				cancel() // no opponent: the others need not come
				return
			}
			players[seat] = p
		})
	}
	opening.Wait()
	for seat, p := range players {
		if p != nil {
			s.kept[who[seat]] = p
			s.seen[s.Players[who[seat]]] = true
		}
	}
	return players, rootCause(errs)
}

// How long a player that was there before may take to be there again, and how often it is looked for: its program may
// end with its connection, and be started anew.
const (
	comesBack = 10 * time.Second
	lookEvery = 200 * time.Millisecond
)

// openAgain opens a player. One that was there before is looked for until it is there again.
func (s *Series) openAgain(ctx context.Context, name, address string, who int) (PlayerConn, error) {
	began := time.Now()
	for {
		p, err := s.Open(ctx, name, address, s.stderrLogs[who])
		if err == nil || !s.seen[s.Players[who]] || time.Since(began) > comesBack {
			return p, err
		}
		select {
		case <-ctx.Done():
			return p, err
		case <-time.After(lookEvery):
		}
	}
}

// rootCause returns the error that is not a consequence of another.
func rootCause(errs []error) error {
	var found error
	for _, err := range errs {
		if err != nil && (found == nil || errors.Is(found, context.Canceled)) {
			found = err
		}
	}
	return found
}

// tell tells people what a player wrote to its standard error.
func (s *Series) tell(m *host.Game, seat int, line string) {
	if s.PlayerStderr && m != nil {
		s.Say(m.Seats[seat].Name + ": " + line)
	}
}

// release closes the players that do not stay for another game.
func (s *Series) release(ctx context.Context, players []PlayerConn, who []int, v host.Verdict) {
	for seat, p := range players {
		fouled := v.Foul != nil && v.Foul.Seat == seat
		if !p.Reusable() || fouled || v.Reason == host.ReasonHost || ctx.Err() != nil {
			s.closePlayer(who[seat])
		}
	}
}

// closePlayer closes a player, if there is one.
func (s *Series) closePlayer(who int) {
	if s.kept[who] != nil {
		_ = s.kept[who].Close()
		s.kept[who] = nil
	}
}
