package browser

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine"
)

// Question asks about the position after its moves, or about one of them.
type Question struct {
	ID    int      `json:"id"`
	Do    string   `json:"do"`    // position, analyse, move, review, openings or read
	Moves []string `json:"moves"` // from the empty board
	At    int      `json:"at"`    // review: the move, counted from 0
	Time  int      `json:"time"`  // analyse and move: ms at most; 0 is 10 s
	Nodes int64    `json:"nodes"` // analyse: bound of moves tried, which makes the answer reproducible; 0 is none
	Level int      `json:"level"` // move: of the bot, 1 to 10
	Seed  uint64   `json:"seed"`  // analyse by nodes, and move
	Text  string   `json:"text"`  // read: a game as package gametext reads it
}

// Answer is a part of the answer to a question. Done is of the last part alone.
type Answer struct {
	ID       int       `json:"id"`
	Done     bool      `json:"done,omitempty"`
	Error    string    `json:"error,omitempty"` // one of the errors below
	At       int       `json:"at,omitempty"`    // illegal: how many of the moves are legal; text: the line
	Reason   string    `json:"reason,omitempty"`
	Said     *Said     `json:"said,omitempty"` // text: Reason, for translation
	Position *Position `json:"position,omitempty"`
	Info     *Info     `json:"info,omitempty"`
	Move     string    `json:"move,omitempty"`
	Review   *Review   `json:"review,omitempty"`
	Moves    []string  `json:"moves,omitempty"`   // read: of the text, illegal ones too
	Players  []string  `json:"players,omitempty"` // read: their names, where the text has them
	From     string    `json:"from,omitempty"`    // openings: the key of the position
	Classes  []Class   `json:"classes,omitempty"`
}

// The errors of answers.
const (
	ErrIllegal  = "illegal"  // a move, for Reason
	ErrTooLarge = "large"    // more than MaxMoves moves, or MaxTiles tiles
	ErrOver     = "over"     // nothing can be played
	ErrQuestion = "question" // it can't be read
	ErrText     = "text"     // it holds no game, for Reason
	ErrStopped  = "stopped"  // before there was an answer
)

// Limits of the positions that are looked at: a page shows each legal move with the tiles that
// it forces.
const (
	MaxMoves = 1000
	MaxTiles = 1500
	MaxText  = 1 << 20 // bytes of a text
)

// defaultTime bounds the search of a question that bounds it neither by time nor by nodes.
const defaultTime = 10 * time.Second

// Session answers the questions of one page. It is not safe for concurrent use.
type Session struct {
	clock    func() time.Time
	pos      *trax.Position
	moves    []string // that led to it
	bot      engine.Bot
	heard    func(engine.Info) // the infos of bot
	reviewer reviewer
}

// NewSession returns a session. Clock is that of [engine.Options].
func NewSession(clock func() time.Time) *Session {
	return &Session{clock: clock, pos: trax.NewPosition()}
}

// Answer answers a question; reply gets each part, and has it until it returns. When ctx ends it
// answers with what it knows. Questions that it can't read are answered too.
func (s *Session) Answer(ctx context.Context, question []byte, reply func(answer []byte)) {
	var q Question
	say := func(a Answer) {
		a.ID = q.ID
		if text, err := json.Marshal(a); err == nil { // its types cannot fail
			reply(text)
		}
	}
	if err := json.Unmarshal(question, &q); err != nil {
		say(Answer{Done: true, Error: ErrQuestion})
		return
	}
	last := s.answer(ctx, &q, say)
	last.Done = true
	say(last)
}

// answer says the parts of an answer, and returns the last.
func (s *Session) answer(ctx context.Context, q *Question, say func(Answer)) Answer {
	moves := q.Moves
	if q.Do == "read" {
		return s.read(q.Text)
	}
	if q.Do == "review" {
		if q.At < 0 || q.At >= len(moves) {
			return Answer{Error: ErrQuestion}
		}
		moves = moves[:q.At]
	}
	if wrong := s.play(moves); wrong.Error != "" {
		return wrong
	}
	switch q.Do {
	case "position":
		p, err := newPosition(s.pos)
		if err != nil {
			return Answer{Error: ErrTooLarge}
		}
		return Answer{Position: p}
	case "analyse":
		return s.analyse(ctx, q, say)
	case "move":
		return s.move(ctx, q)
	case "review":
		return s.review(ctx, q)
	case "openings":
		return s.openings()
	}
	return Answer{Error: ErrQuestion}
}

// play brings the position to after the given moves; of an illegal one, and of all after it, it
// plays nothing.
func (s *Session) play(moves []string) (wrong Answer) {
	if len(moves) > MaxMoves {
		return Answer{Error: ErrTooLarge}
	}
	same := 0
	for same < len(moves) && same < len(s.moves) && moves[same] == s.moves[same] {
		same++
	}
	for len(s.moves) > same {
		s.pos.Undo()
		s.moves = s.moves[:len(s.moves)-1]
	}
	for _, m := range moves[same:] {
		if err := s.pos.PlayText(m); err != nil {
			if illegal, ok := errors.AsType[*trax.IllegalError](err); ok {
				return Answer{Error: ErrIllegal, At: len(s.moves), Reason: string(illegal.Reason)}
			}
			return Answer{Error: ErrTooLarge}
		}
		s.moves = append(s.moves, m)
		if s.pos.Tiles() > MaxTiles {
			return Answer{Error: ErrTooLarge}
		}
	}
	return Answer{}
}

// limit is the time that a question has.
func (q *Question) limit() time.Duration {
	switch {
	case q.Time > 0:
		return time.Duration(min(q.Time, int(time.Hour/time.Millisecond))) * time.Millisecond
	case q.Nodes > 0:
		return engine.NoLimit
	}
	return defaultTime
}

// textOf lists moves in notation.
func textOf(moves []trax.Move) []string {
	all := make([]string, len(moves))
	for i, m := range moves {
		all[i] = m.String()
	}
	return all
}
