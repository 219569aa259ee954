package referee

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/say"
)

// Reasons of fouls besides those of host.
const (
	ReasonAnswer = "answer" // illegal: no answer by its form; all agents stay
)

// polledSlack is the margin of a player whose clients poll, on top of the times of the
// turn: it begins whole seconds after the clients have come, and is done when
// its time is over.
const polledSlack = 15 * time.Second

// game is the referee. No foul ends it: who is late, gone or says nonsense has
// agents that stay. The verdict's Ply is the number of turns, its scores are the
// players' sums.
func game(c Config) host.Referee {
	return func(ctx context.Context, table *host.Session) (host.Verdict, error) {
		if table.Seats() != c.Board.Players {
			return host.Verdict{}, fmt.Errorf("the board is for %d players, not %d", c.Board.Players, table.Seats())
		}
		r := &referee{config: c, table: table, position: kakomimasu.New(c.Board),
			gone: make([]bool, table.Seats()), late: make([]bool, table.Seats())}
		err := r.play(ctx)
		return r.verdict(), err
	}
}

// referee is one game in play.
type referee struct {
	config   Config
	table    *host.Session
	position *kakomimasu.Position
	did      [][]ActionResult
	gone     []bool // seats that cannot be asked any more
	late     []bool // seats that owe an answer, which may still come
}

func (r *referee) play(ctx context.Context) error {
	if err := r.names(ctx); err != nil {
		return err
	}
	for !r.position.Over() {
		if err := r.turn(ctx); err != nil {
			return err
		}
	}
	return r.sendEnd(ctx)
}

// ask asks all seats that are there at once, and puts what they did wrong into
// the record. The answers of those are empty.
func (r *referee) ask(ctx context.Context, text func(seat int) string, limit func(seat int) time.Duration,
	charset host.Charset, accept func(string) bool, take func(seat int, line string) error,
) error {
	errs := r.table.Each(ctx, func(ctx context.Context, seat int) error {
		if r.gone[seat] {
			return nil
		}
		q := host.Question{Text: text(seat), Limit: limit(seat), Charset: charset}
		if r.late[seat] {
			q.Accept = accept
		}
		a, err := r.table.AskWith(ctx, seat, q)
		if err != nil {
			return err
		}
		if err := take(seat, a.Text); err != nil {
			text := say.Format("answer %.40q %v", a.Text, err)
			return &host.Foul{
				Seat: seat, Kind: host.Illegal, Reason: ReasonAnswer, Detail: text.String(), Text: text,
				Question: q.Text, Bytes: []byte(a.Text), Used: a.Used, Limit: q.Limit,
			}
		}
		return nil
	})
	for seat, err := range errs {
		var foul *host.Foul
		if errors.As(err, &foul) {
			r.gone[seat] = r.gone[seat] || foul.Kind == host.Gone
			r.late[seat] = r.late[seat] || foul.Kind == host.Late || foul.Kind == host.Silent
			err = r.table.Foul(foul) // it costs the turn, not the game
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Explain is the detail of a foul of a game.
func Explain(f *host.Foul) say.Text {
	if f.Reason != ReasonAnswer {
		return f.Said()
	}
	turn := 0
	_, _ = fmt.Sscanf(f.Question, wordTurn+" %d", &turn) // 0 is not a turn that a player can answer
	_, err := ParseAnswer(turn, string(f.Bytes))
	if err == nil {
		return f.Said()
	}
	return say.Format("answer %.40q %v", f.Bytes, err).As(f.Detail)
}

// names asks for the names. A player without one is called by its seat.
func (r *referee) names(ctx context.Context) error {
	names := make([]string, r.table.Seats())
	copy(names, SeatNames[:])
	err := r.ask(ctx,
		func(seat int) string {
			o := Opening{r.config.Board, seat, r.config.Operation, r.config.Transition}
			return o.Text()
		},
		func(seat int) time.Duration { return r.config.Handshake + r.slack(seat) },
		host.UTF8, nil,
		func(seat int, line string) error {
			if line = strings.TrimSpace(line); line != "" {
				names[seat] = strings.ToValidUTF8(line[:min(len(line), maxName)], "")
			}
			return nil
		})
	if err != nil {
		return err
	}
	return r.table.Note(NoteNames, names)
}

// maxName is the number of bytes of a name that count.
const maxName = 32

func (r *referee) slack(seat int) time.Duration {
	if r.table.PollingClient(seat) {
		return polledSlack + r.config.Transition
	}
	return 0
}

// turn plays a turn.
func (r *referee) turn(ctx context.Context) error {
	s := r.situation()
	s.Turn = r.position.Turns() + 1
	question := s.Text()
	actions := make([][]kakomimasu.Action, r.table.Seats())
	err := r.ask(ctx,
		func(int) string { return question },
		func(seat int) time.Duration { return r.config.Operation + r.slack(seat) },
		host.ASCII, func(line string) bool { return !isOlder(line, s.Turn) },
		func(seat int, line string) (err error) {
			actions[seat], err = ParseAnswer(s.Turn, line)
			return err
		})
	if err != nil {
		return err
	}
	results := r.position.Turn(actions)
	r.did = make([][]ActionResult, len(actions))
	for player, list := range actions {
		for i, a := range list {
			r.did[player] = append(r.did[player], ActionResult{a, results[player][i]})
		}
	}
	return r.table.Note(NoteTurn, turnOf(s.Turn, r.position, actions, results))
}

// isOlder reports whether a line answers a turn before: it came too late then.
func isOlder(line string, turn int) bool {
	word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	n, err := strconv.Atoi(word)
	return err == nil && n >= 0 && n < turn
}

func (r *referee) situation() *TurnState {
	return &TurnState{Position: r.position, Did: r.did}
}

// sendEnd tells all how the game ended. A player that has left is done; one that takes no
// lines has a foul in the record.
func (r *referee) sendEnd(ctx context.Context) error {
	s := r.situation()
	s.Winner, _ = r.position.Winner()
	for seat := range r.table.Seats() {
		if r.gone[seat] {
			continue
		}
		var foul *host.Foul
		err := r.table.Tell(ctx, seat, s.Text())
		if errors.As(err, &foul) {
			err = nil
			if foul.Kind == host.Silent {
				err = r.table.Foul(foul)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *referee) verdict() host.Verdict {
	player, by := r.position.Winner()
	v := host.Verdict{Winner: player, Draw: player < 0, Reason: string(by), Ply: r.position.Turns()}
	if v.Draw {
		v.Winner = host.NoWinner
	}
	for player := range r.config.Board.Players {
		v.Scores = append(v.Scores, r.position.Score(player).Total())
	}
	return v
}
