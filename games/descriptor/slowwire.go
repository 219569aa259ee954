package descriptor

import (
	"cmp"
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/latency"
	"github.com/loopline/loopline/internal/say"
)

// maxWireShare is the part of an answer's limit that a question may be on the wire: one of so
// many.
const maxWireShare = 10

// usualRates are the baud rates that boards and adapters have, lowest first.
var usualRates = [...]int{1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600, 1_000_000, 2_000_000, 3_000_000}

// SlowWire says that a question of a game under the settings takes a wire more than a tenth of
// the limit of its answer, and which rate would do. It is empty if it takes less, or if the wire
// has no rate.
func (d *Descriptor) SlowWire(s Settings, wire latency.UARTLine) say.Text {
	if wire.Baud <= 0 {
		return say.Text{}
	}
	bytes, limit := d.longestQuestion(s)
	takes := wire.Time(bytes)
	if limit == 0 || takes*maxWireShare <= limit {
		return say.Text{}
	}
	for _, rate := range usualRates {
		faster := wire
		if faster.Baud = rate; rate > wire.Baud && faster.Time(bytes)*maxWireShare <= limit {
			return say.Format("a question of %d bytes takes %v at %d baud, more than a tenth of the limit of %v: %d baud would do",
				bytes, takes.Round(time.Millisecond), wire.Baud, limit, rate)
		}
	}
	return say.Format("a question of %d bytes takes %v at %d baud, more than a tenth of the limit of %v, and no usual rate would do: "+
		"give a longer limit", bytes, takes.Round(time.Millisecond), wire.Baud, limit)
}

// longestQuestion plays the beginning of a game with random bots, and returns the longest question that they were
// asked, in bytes with line ends, and the limit of a move.
func (d *Descriptor) longestQuestion(s Settings) (bytes int, limit time.Duration) {
	seats := make([]host.Seat, len(d.Seats))
	players := make([]sizePlayer, len(d.Seats))
	o := d.Opener(time.Minute, time.Second, func(string) {})
	for i, name := range d.Seats {
		bot, err := o.Open(context.Background(), name, "bot:random?seed=1", io.Discard)
		if err != nil {
			return 0, 0
		}
		defer bot.Close()
		players[i].Player = bot
		seats[i] = host.Seat{Name: name, Player: &players[i]}
	}
	m, err := d.NewGame(s, seats...)
	if err != nil {
		return 0, 0 // whoever plays says so
	}
	_, _ = m.Run(context.Background())
	for i := range players {
		bytes = max(bytes, players[i].longest)
	}
	return bytes, moveLimit(m.Limits)
}

func moveLimit(limits map[string]time.Duration) (limit time.Duration) {
	for _, name := range moveLimits {
		limit = cmp.Or(limit, limits[name])
	}
	return limit
}

// moveLimits are the names that games give the limit of a move.
var moveLimits = [...]string{"move", "turn", "operation"}

// sizePlayer measures what a player is sent, until that has said a few lines. Then it is gone.
type sizePlayer struct {
	host.Player
	longest int
	said    int
}

var errMeasured = errors.New("measured")

// Send implements host.Player.
func (p *sizePlayer) Send(ctx context.Context, text string) (sent, drained time.Time, err error) {
	p.longest = max(p.longest, len(text)+2*(strings.Count(text, "\n")+1))
	return p.Player.Send(ctx, text)
}

// Receive implements host.Player.
func (p *sizePlayer) Receive(ctx context.Context) (text string, first, last time.Time, err error) {
	const most = 6
	if p.said++; p.said > most {
		return "", first, last, errMeasured
	}
	return p.Player.Receive(ctx)
}
