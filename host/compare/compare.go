// Package compare compares each move of a match with the move that a bot would have
// played, and the evals of both if the bot has them. It knows no game.
package compare

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/humanize"
)

// Suggester follows one match. It is not safe for concurrent use.
type Suggester interface {
	// Take takes in the match's events in order, and gives advice on each move
	// that one makes known. Ctx ends a bot that thinks.
	Take(ctx context.Context, e *record.Event) ([]Move, error)
}

// Move is a move that was played, with the bot's.
type Move struct {
	Game int    `json:"game"` // from 1
	Ply  int    `json:"ply"`  // from 1
	Seat int    `json:"-"`
	Name string `json:"seat"`
	Move string `json:"move"`
	Bot  string `json:"bot_move"`
	Same bool   `json:"same"`
	Loss *int   `json:"loss,omitempty"` // points by which the bot's is worth more
	Note string `json:"note,omitempty"` // instead of a loss: how the move decides the game

	Eval *Eval `json:"-"` // of the move, to who played it; nil is not known
}

// Eval is the value of a move for the side that plays it.
type Eval struct {
	Points int // in the bot's measure
	Wins   int // 1 of a move that wins by force, -1 of one that loses, else 0
}

// Report prints moves and sums them up by seat.
type Report struct {
	Out   io.Writer // keeps its error
	JSON  bool      // print objects, for programs
	Bot   string
	Seats []string
	Only  int // the seat whose moves count; -1 is every seat's

	Games int // that were taken in
	moves int
	sums  map[int]*sum
}

type sum struct {
	Type   string `json:"type"`
	Seat   string `json:"seat"`
	Bot    string `json:"bot"`
	Moves  int    `json:"moves"`
	Same   int    `json:"same"`
	Valued int    `json:"valued"` // moves of which a loss is known
	Loss   int    `json:"loss"`   // of them together
}

// Moves returns how many moves were compared.
func (r *Report) Moves() int { return r.moves }

// Same returns how many of them the bot plays too, and by how many points on average
// the bot's are worth more, where that is known.
func (r *Report) Same() (same int, loss float64) {
	valued, lost := 0, 0
	for _, s := range r.sums {
		same, valued, lost = same+s.Same, valued+s.Valued, lost+s.Loss
	}
	return same, float64(lost) / float64(max(1, valued))
}

// AddGame takes in the events of one match.
func (r *Report) AddGame(ctx context.Context, a Suggester, events []record.Event) error {
	r.Games++
	ply := 0
	for i := range events {
		moves, err := a.Take(ctx, &events[i])
		if err != nil {
			return err
		}
		for _, m := range moves {
			ply++
			m.Game, m.Ply, m.Name = r.Games, ply, r.Seats[m.Seat]
			if r.Only < 0 || r.Only == m.Seat {
				r.add(&m)
			}
		}
	}
	return ctx.Err()
}

func (r *Report) add(m *Move) {
	if r.sums == nil {
		r.sums = map[int]*sum{}
	}
	s := r.sums[m.Seat]
	if s == nil {
		s = &sum{Type: "summary", Seat: m.Name, Bot: r.Bot}
		r.sums[m.Seat] = s
	}
	s.Moves++
	r.moves++
	if m.Same {
		s.Same++
	}
	if m.Loss != nil {
		s.Valued++
		s.Loss += *m.Loss
	}
	if r.JSON {
		r.object(struct {
			Type string `json:"type"`
			*Move
		}{"move", m})
		return
	}
	bot, loss := m.Bot, m.Note
	if m.Same {
		bot = "="
	}
	if m.Loss != nil && *m.Loss != 0 {
		loss = fmt.Sprint(*m.Loss)
	}
	fmt.Fprintf(r.Out, "%4d %5d  %-7s %-28s %-28s %8s\n", m.Game, m.Ply, m.Name, m.Move, bot, loss)
}

// Begin prints what stands above the moves.
func (r *Report) Begin() {
	if !r.JSON {
		fmt.Fprintf(r.Out, "%4s %5s  %-7s %-28s %-28s %8s\n", "game", "ply", "seat", "move", r.Bot, "loss")
	}
}

// Finish prints the sums.
func (r *Report) Finish() {
	seats := make([]int, 0, len(r.sums))
	for seat := range r.sums {
		seats = append(seats, seat)
	}
	slices.Sort(seats)
	for _, seat := range seats {
		s := r.sums[seat]
		if r.JSON {
			r.object(s)
			continue
		}
		fmt.Fprintf(r.Out, "%s: %s, %d (%.0f %%) as %s plays", s.Seat, humanize.Plural(s.Moves, "move", "moves"),
			s.Same, 100*float64(s.Same)/float64(s.Moves), s.Bot)
		if s.Valued > 0 {
			fmt.Fprintf(r.Out, "; %.1f points lost a move", float64(s.Loss)/float64(s.Valued))
		}
		fmt.Fprintln(r.Out)
	}
}

func (r *Report) object(v any) {
	e := json.NewEncoder(r.Out)
	e.SetEscapeHTML(false)
	_ = e.Encode(v)
}
