package descriptor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/sim/reproduce"
)

// Shortened is a game in which a player commits the foul of a longer one.
type Shortened struct {
	Record []byte // of the game, as play writes it
	Kept   int    // answers of the opponents
	Of     int    // that they gave in the longer game
	Games  int    // that were played to find it
}

// errNotShown says that a player plays a game without the foul.
var errNotShown = errors.New("the design does not commit the recorded foul when the game is played again with its moves: nothing can be shortened")

// shortenGames bounds the games of Shorten.
const shortenGames = 400

// Shorten leaves out answers of a seat's opponents in a recorded game, as long as the
// seat commits the recorded foul, and returns the shortest game found: none of the answers that are left
// can be left out alone. Open opens the player of the seat for each game. The opponents'
// answers must be legal, or the game does not count.
func (g *Descriptor) Shorten(
	ctx context.Context, recorded *record.Game, seat int, open func() (player host.Player, closed io.Closer, err error),
) (Shortened, error) {
	s := shortening{game: g, recorded: recorded, seat: seat, open: open}
	verdict := recorded.Verdict()
	if verdict == nil || verdict.Foul == nil || verdict.Foul.Seat != seat {
		return Shortened{}, fmt.Errorf("%s:%d: only a foul of the seat can be shortened, and the game has none", recorded.Name, recorded.Header().Line)
	}
	s.foul = verdict.Foul
	for i := range recorded.Events {
		if e := &recorded.Events[i]; e.Type == record.EventAnswer && e.Seat != seat {
			a := scripted{seat: e.Seat, text: e.Received(), fixed: slices.Contains(g.Handshake, e.Question)}
			s.answers = append(s.answers, a)
			if !a.fixed {
				s.free = append(s.free, len(s.answers)-1)
			}
		}
	}
	all := make([]int, len(s.free))
	for i := range all {
		all[i] = i
	}
	if shown, err := s.shows(ctx, all); err != nil || !shown {
		return Shortened{}, errors.Join(err, map[bool]error{true: errNotShown}[err == nil])
	}
	kept, err := reproduce.Minimise(ctx, len(s.free), shortenGames, s.shows)
	return Shortened{Record: s.shown, Kept: len(kept), Of: len(s.free), Games: s.games}, err
}

// shortening is a search for a short game.
type shortening struct {
	game     *Descriptor
	recorded *record.Game
	seat     int
	foul     *record.EventFoul
	open     func() (host.Player, io.Closer, error)
	answers  []scripted
	free     []int // of the answers, those that may be left out

	shown []byte // the record of the last game that had the foul
	games int
}

type scripted struct {
	seat  int
	text  string
	fixed bool
}

// shows plays the game with some of the free answers, and reports whether it has the foul.
func (s *shortening) shows(ctx context.Context, kept []int) (bool, error) {
	header := s.recorded.Header()
	lines := make([][]string, len(header.Seats))
	for i, a := range s.answers {
		free := slices.Index(s.free, i)
		if a.fixed || free >= 0 && slices.Contains(kept, free) {
			lines[a.seat] = append(lines[a.seat], a.text)
		}
	}
	player, closer, err := s.open()
	if err != nil {
		return false, err
	}
	defer closer.Close()
	seats := make([]host.Seat, len(header.Seats))
	for i, seat := range header.Seats {
		seats[i] = host.Seat{Name: seat.Name, Address: seat.Address, Player: &script{lines: lines[i]}}
	}
	seats[s.seat].Player, seats[s.seat].SimulatedTime = player, true
	m, err := s.game.NewGame(Settings{
		Move: header.Limits["move"].Duration(), First: header.Limits["first"].Duration(),
		Handshake: header.Limits["handshake"].Duration(), Strict: header.Strict, Options: header.Options,
	}, seats...)
	if err != nil {
		return false, err
	}
	var written bytes.Buffer
	m.Record = &written
	s.games++
	v, err := m.Run(ctx)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if err != nil || v.Foul == nil || v.Foul.Seat != s.seat || string(v.Foul.Kind) != s.foul.Kind || v.Foul.Reason != s.foul.Reason {
		return false, nil
	}
	s.shown = written.Bytes()
	return true, nil
}

// script is a player that answers with lines, whatever it is asked, and hangs up behind
// the last one.
type script struct{ lines []string }

// Send implements host.Player.
func (s *script) Send(context.Context, string) (sent, drained time.Time, err error) {
	now := time.Now()
	return now, now, nil
}

// Receive implements host.Player.
func (s *script) Receive(context.Context) (text string, first, last time.Time, err error) {
	if len(s.lines) == 0 {
		return "", first, last, io.EOF
	}
	text, s.lines = s.lines[0], s.lines[1:]
	now := time.Now()
	return text, now, now, nil
}
