package browser

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/loopline/loopline/contest/live/question"
	"github.com/loopline/loopline/host/compare"
)

// game is a game in play. It plays on alone: who goes back begins again.
type game interface {
	// play plays a move; false is of a code that is none, or illegal.
	play(code string) bool
	state() state
	// picture draws the position. There are as many names as seats, or none.
	picture(w io.Writer, names []string) error
	// ask returns the question of what a seat may do, behind the answers to questions before. When
	// nothing is left to ask, it returns the code of the action.
	ask(seat int, answers [][]string) (t question.Turn, code string, err error)
	// advise returns what a bot does for a seat that acts.
	advise(ctx context.Context, bot string, seat int) (action, error)
	// value is the value of the position, for seat 0, in parts of a unit as measure says.
	value(ctx context.Context) (compare.Eval, error)
	// misses compares a move that may be played with what the searching bot does.
	misses(ctx context.Context, code string) ([]miss, error)
	// words are a move as a person reads it, in any language.
	words(code string) string
}

// state is what is known of a position.
type state struct {
	seats  int
	seat   int // that acts; everybody is -1
	over   bool
	winner int // of a game that is over; -1 is nobody
}

// acting lists the seats that act.
func (s state) acting() (all []int) {
	for seat := range s.seats {
		if !s.over && (s.seat < 0 || s.seat == seat) {
			all = append(all, seat)
		}
	}
	return all
}

// action is what a seat does.
type action struct {
	code    string
	answers []string // to its first question
}

// miss is what was better than what a seat played.
type miss struct {
	seat   int
	played string // codes of actions
	best   string
	loss   int  // in parts of a unit
	wins   bool // the best wins, or what was played loses
}

// row is a game by its name.
type row struct {
	parts int // of a unit, such as of a point, that values and losses count
	begin func(start []byte) (game, error)
}

// rowOf finds a game; false is of one that is not here.
func rowOf(name string) (r row, ok bool) {
	switch name {
	case "kakomimasu":
		return row{1, beginKakomimasu}, true
	case "battle2048":
		return row{1, beginBattle2048}, true
	case "dpt":
		return row{10, beginDPT}, true
	case "chaser":
		return row{10, beginChaser}, true
	}
	return row{}, false
}

// forEver is a limit that no question and no thought comes to.
const forEver = time.Hour

// The bots that a page asks.
const (
	botGreedy = "greedy"
	botSearch = "search"
)

// errAsked ends a person's turn at a question that is not answered yet.
var errAsked = errors.New("not answered yet")

// asker answers the questions to a person as far as it has answers, and keeps the first that it has
// none for.
type asker struct {
	answers [][]string
	asked   question.Turn
}

func (a *asker) ask(_ context.Context, t question.Turn) ([]string, error) {
	if len(a.answers) == 0 {
		a.asked = t
		return nil, errAsked
	}
	now := a.answers[0]
	a.answers = a.answers[1:]
	if !t.Allows(now) {
		return nil, errAnswers
	}
	return now, nil
}

// errAnswers is of answers that are no options.
var errAnswers = errors.New("no option of the question")

// errMove is of a move that is none, or illegal.
var errMove = errors.New("no move of the position")

// arrows are the steps to a neighbour, from the upper left on.
var arrows = [9]string{"↖", "↑", "↗", "←", "·", "→", "↙", "↓", "↘"}

func arrow(dx, dy int) string {
	if dx < -1 || dx > 1 || dy < -1 || dy > 1 {
		return strconv.Itoa(dx) + ":" + strconv.Itoa(dy)
	}
	return arrows[3*(dy+1)+dx+1]
}

// readSeats reads the actions of all seats of a move; read reads those of one.
func readSeats[Action any](code string, seats int, read func(code string) ([]Action, bool)) (all [][]Action, ok bool) {
	codes := strings.Split(code, "_")
	if len(codes) != seats {
		return nil, false
	}
	for _, c := range codes {
		actions, ok := read(c)
		if !ok {
			return nil, false
		}
		all = append(all, actions)
	}
	return all, true
}

// pair reads two whole numbers around a colon.
func pair(text string) (x, y int, ok bool) {
	a, b, found := strings.Cut(text, ":")
	x, err1 := strconv.Atoi(a)
	y, err2 := strconv.Atoi(b)
	return x, y, found && err1 == nil && err2 == nil
}
