package descriptor

import (
	"context"
	"errors"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/player"
)

// tester plays matches with a player under test, by turns in every seat.
type tester struct {
	*TestSetup
	game   *Descriptor
	player *player.Player // nil while none is open
	fresh  bool           // it has played nothing yet
}

// close closes the player, if it is open.
func (t *tester) close() {
	if t.player != nil {
		_ = t.player.Close()
		t.player = nil
	}
}

// reopen opens the player, unless it is open.
func (t *tester) reopen(ctx context.Context, seat int) (err error) {
	// Of one that speaks first nothing may be read before its game.
	if t.player != nil && (t.fresh || t.player.Alive(ctx)) {
		return nil
	}
	t.close()
	t.player, err = t.open(ctx, t.game.Seats[seat])
	t.fresh = err == nil
	return err
}

// play plays match n, counted from 0. The player sits as what seated makes of
// it, and watch gets each event. A foul that ends the match is a
// *check.PlayerError.
func (t *tester) play(
	ctx context.Context, n int, seated func(seat int, p host.Player) host.Player, watch func(record.Event),
) error {
	mine := n % t.game.MinSeats
	if err := t.reopen(ctx, mine); err != nil {
		return err
	}
	seats := make([]host.Seat, t.game.MinSeats)
	for i := range seats {
		if i == mine {
			seats[i] = host.Seat{Address: t.Address, Player: seated(i, t.player), PollingClient: t.player.PollingClient()}
			continue
		}
		ours, err := t.opponent(ctx, t.game.Seats[i], "")
		if err != nil {
			return err
		}
		defer ours.Close()
		seats[i] = host.Seat{Address: "bot", Player: ours}
	}
	m, err := t.game.NewGame(t.Settings, seats...)
	if err != nil {
		return err
	}
	m.Watch, t.fresh = watch, false
	v, err := m.Run(ctx)
	lasts := t.player.Reusable()
	if v.Foul != nil || !lasts {
		t.close()
	}
	switch {
	case errors.Is(err, host.ErrInterrupted):
		return context.Canceled
	case err != nil:
		return err
	case v.Foul != nil && v.Foul.Seat == mine:
		return &check.PlayerError{What: say.Raw(v.Foul.Error())}
	}
	return nil
}
