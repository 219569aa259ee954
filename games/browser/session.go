package browser

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/loopline/loopline/contest/live/question"
	"github.com/loopline/loopline/internal/say"
)

// Question asks about the position after its moves, or about one of them.
type Question struct {
	ID      int             `json:"id"`
	Do      string          `json:"do"`      // position, analyse, advise or review
	Game    string          `json:"game"`    // its name
	Start   json.RawMessage `json:"start"`   // what it began with, as the game's Start has it
	Names   []string        `json:"names"`   // of the players, for the picture
	Moves   []string        `json:"moves"`   // that were played
	Seat    int             `json:"seat"`    // position: who is asked, where all act at once
	Answers [][]string      `json:"answers"` // position: to the questions of the action that is put together
	Bot     string          `json:"bot"`     // advise: greedy or search
	Seats   []int           `json:"seats"`   // advise: for whom
	At      int             `json:"at"`      // review: the move, counted from 0
}

// Answer is a part of the answer to a question. Done is of the last part alone.
type Answer struct {
	ID       int       `json:"id"`
	Done     bool      `json:"done,omitempty"`
	Error    string    `json:"error,omitempty"` // one of the errors below
	At       int       `json:"at,omitempty"`    // illegal: how many of the moves are legal
	Reason   string    `json:"reason,omitempty"`
	Position *Position `json:"position,omitempty"`
	Code     string    `json:"code,omitempty"` // position: of the action whose questions are all answered
	Value    *Value    `json:"value,omitempty"`
	Advice   []Advice  `json:"advice,omitempty"`
	Review   *Review   `json:"review,omitempty"`
}

// The errors of answers.
const (
	ErrIllegal  = "illegal"  // a move
	ErrTooLarge = "large"    // more than MaxMoves moves
	ErrOver     = "over"     // nothing can be played
	ErrQuestion = "question" // it can't be read, for Reason
	ErrStopped  = "stopped"  // before there was an answer
)

// Limits of what is looked at.
const (
	MaxMoves = 10_000
	MaxCode  = 4000    // characters of a move
	MaxStart = 1 << 22 // bytes of what a game began with
)

// Position is a position as a page shows it, with what a seat may do.
type Position struct {
	Picture string             `json:"picture"` // a whole SVG document
	Cell    int                `json:"cell"`    // the edge of a cell, in its units
	Ply     int                `json:"ply"`
	Seat    int                `json:"seat"` // that acts; -1 is everybody
	Over    bool               `json:"over,omitempty"`
	Winner  int                `json:"winner"` // of a game that is over; -1 is nobody
	Parts   []question.Written `json:"parts,omitempty"`
	Words   string             `json:"words,omitempty"` // of the last move
}

// Value is the value of a position for seat 0, in the game's unit.
type Value struct {
	Points float64 `json:"points"`
	Wins   int     `json:"wins,omitempty"` // 1 where seat 0 wins by force, or has won; -1 where another has
}

// Advice holds the action of a bot for a seat.
type Advice struct {
	Bot     string   `json:"bot"`
	Seat    int      `json:"seat"`
	Code    string   `json:"code"`
	Words   string   `json:"words"`
	Answers []string `json:"answers"` // to the parts of the position's question, if it is this seat's
}

// Review is the value after a move, and what its seats missed.
type Review struct {
	At     int    `json:"at"`
	Value  Value  `json:"value"`
	Misses []Miss `json:"misses"`
}

// Miss compares the action of a seat with a better one.
type Miss struct {
	At     int     `json:"at"` // the move, counted from 0
	Seat   int     `json:"seat"`
	Played string  `json:"played"` // in words, as Best
	Best   string  `json:"best"`
	Loss   float64 `json:"loss"`           // in the game's unit
	Wins   bool    `json:"wins,omitempty"` // it decided the game
}

// Session answers the questions of one page. It is not safe for concurrent use.
type Session struct {
	breathe func()
	row     row
	name    string
	start   []byte
	game    game
	moves   []string // that were played
}

// NewSession returns a session. Breathe is called every now and then while it thinks; nil is
// nothing.
func NewSession(breathe func()) *Session {
	if breathe == nil {
		breathe = func() {}
	}
	return &Session{breathe: breathe}
}

// Answer answers a question; reply gets each part, and has it until it returns. When ctx ends it
// stops. Questions that it can't read are answered too.
func (s *Session) Answer(ctx context.Context, text []byte, reply func(answer []byte)) {
	var q Question
	say := func(a Answer) {
		a.ID = q.ID
		if text, err := json.Marshal(a); err == nil { // its types cannot fail
			reply(text)
		}
		s.breathe()
	}
	last := Answer{Error: ErrQuestion}
	if err := json.Unmarshal(text, &q); err == nil {
		last = s.answer(ctx, &q, say)
	}
	last.Done = true
	say(last)
}

// answer says the parts of an answer, and returns the last.
func (s *Session) answer(ctx context.Context, q *Question, say func(Answer)) Answer {
	moves := q.Moves
	if q.Do == "review" {
		if q.At < 0 || q.At >= len(moves) {
			return Answer{Error: ErrQuestion}
		}
		moves = moves[:q.At]
	}
	if wrong := s.play(q, moves); wrong.Error != "" {
		return wrong
	}
	switch q.Do {
	case "position":
		return s.position(q)
	case "analyse":
		return s.analyse(ctx, say)
	case "advise":
		return s.advise(ctx, q.Bot, q.Seats)
	case "review":
		return s.review(ctx, q.Moves[q.At])
	}
	return Answer{Error: ErrQuestion}
}

// play brings the game to after the given moves. Of an illegal one, and of all after it, it plays
// nothing.
func (s *Session) play(q *Question, moves []string) Answer {
	if len(moves) > MaxMoves || len(q.Start) > MaxStart {
		return Answer{Error: ErrTooLarge}
	}
	on := s.game != nil && s.name == q.Game && slices.Equal(s.start, q.Start) &&
		len(s.moves) <= len(moves) && slices.Equal(s.moves, moves[:len(s.moves)])
	if !on {
		s.game = nil
		r, ok := rowOf(q.Game)
		if !ok {
			return Answer{Error: ErrQuestion, Reason: "unknown game"}
		}
		g, err := r.begin(q.Start)
		if err != nil {
			return Answer{Error: ErrQuestion, Reason: err.Error()}
		}
		s.row, s.name, s.start, s.game, s.moves = r, q.Game, slices.Clone(q.Start), g, nil
	}
	for _, m := range moves[len(s.moves):] {
		if len(m) > MaxCode || s.game.state().over || !s.game.play(m) {
			return Answer{Error: ErrIllegal, At: len(s.moves)}
		}
		s.moves = append(s.moves, m)
	}
	return Answer{}
}

func (s *Session) position(q *Question) Answer {
	st := s.game.state()
	p := &Position{Ply: len(s.moves), Seat: st.seat, Over: st.over, Winner: st.winner}
	if n := len(s.moves); n > 0 {
		p.Words = s.game.words(s.moves[n-1])
	}
	if !st.over {
		seat := q.Seat
		if st.seat >= 0 {
			seat = st.seat
		}
		if seat < 0 || seat >= st.seats {
			return Answer{Error: ErrQuestion}
		}
		t, code, err := s.game.ask(seat, q.Answers)
		switch {
		case err != nil:
			return Answer{Error: ErrIllegal, At: len(s.moves)}
		case code != "":
			return Answer{Code: code}
		}
		p.Picture, p.Cell, p.Parts = t.Picture, t.Cell, question.Write(t.Parts, inEach)
	}
	if p.Picture == "" {
		var picture strings.Builder
		names := q.Names
		if len(names) != st.seats {
			names = nil
		}
		if err := s.game.picture(&picture, names); err != nil {
			return Answer{Error: ErrTooLarge}
		}
		p.Picture = picture.String()
	}
	p.Cell = cmp.Or(p.Cell, 40)
	return Answer{Position: p}
}

// inEach returns a text in each language of the pages; nil where there is none.
func inEach(t say.Text) (all []string) {
	if t.IsZero() {
		return nil
	}
	for l := range say.Names() {
		all = append(all, say.Language(l).Say(t))
	}
	return all
}

// analyse says the value of the position, then what each bot does.
func (s *Session) analyse(ctx context.Context, say func(Answer)) Answer {
	v, err := s.value(ctx)
	if err != nil {
		return Answer{Error: ErrStopped}
	}
	say(Answer{Value: &v})
	acting := s.game.state().acting()
	for _, bot := range []string{botGreedy, botSearch} {
		for _, seat := range acting {
			a := s.advise(ctx, bot, []int{seat})
			if a.Error != "" {
				return a
			}
			say(a)
		}
	}
	return Answer{}
}

func (s *Session) value(ctx context.Context) (v Value, err error) {
	w, err := s.game.value(ctx)
	if err != nil {
		return v, err
	}
	return Value{Points: float64(w.Points) / float64(s.row.parts), Wins: w.Wins}, ctx.Err()
}

func (s *Session) advise(ctx context.Context, bot string, seats []int) (a Answer) {
	acting := s.game.state().acting()
	if len(acting) == 0 {
		return Answer{Error: ErrOver}
	}
	if bot != botGreedy && bot != botSearch {
		return Answer{Error: ErrQuestion, Reason: "unknown bot"}
	}
	for _, seat := range seats {
		if !slices.Contains(acting, seat) {
			return Answer{Error: ErrQuestion, Reason: "that seat doesn't act"}
		}
		does, err := s.game.advise(ctx, bot, seat)
		s.breathe()
		if err != nil || ctx.Err() != nil {
			return Answer{Error: ErrStopped}
		}
		a.Advice = append(a.Advice, Advice{Bot: bot, Seat: seat, Code: does.code, Words: s.game.words(does.code), Answers: does.answers})
	}
	return a
}

// review answers what a move is worth, and what was better; then it plays it.
func (s *Session) review(ctx context.Context, move string) Answer {
	if len(move) > MaxCode || s.game.state().over {
		return Answer{Error: ErrIllegal, At: len(s.moves)}
	}
	all, err := s.game.misses(ctx, move)
	s.breathe()
	switch {
	case errors.Is(err, errMove):
		return Answer{Error: ErrIllegal, At: len(s.moves)}
	case err != nil || ctx.Err() != nil:
		return Answer{Error: ErrStopped}
	}
	r := &Review{At: len(s.moves), Misses: []Miss{}}
	for _, m := range all {
		r.Misses = append(r.Misses, Miss{
			At: r.At, Seat: m.seat, Played: s.game.words(m.played), Best: s.game.words(m.best), Loss: float64(m.loss) / float64(s.row.parts), Wins: m.wins,
		})
	}
	if !s.game.play(move) {
		return Answer{Error: ErrIllegal, At: len(s.moves)}
	}
	s.moves = append(s.moves, move)
	if r.Value, err = s.value(ctx); err != nil {
		return Answer{Error: ErrStopped}
	}
	return Answer{Review: r}
}
