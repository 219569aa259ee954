// Package game fills in the form of a descriptor for 2048 versus.
package game

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/live/seat"
	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/games/battle2048/bots"
	"github.com/loopline/loopline/games/battle2048/conformance"
	"github.com/loopline/loopline/games/battle2048/page"
	"github.com/loopline/loopline/games/battle2048/referee"
	"github.com/loopline/loopline/games/battle2048/rtl"
	"github.com/loopline/loopline/games/battle2048/svg"
	"github.com/loopline/loopline/games/battle2048/term"
	"github.com/loopline/loopline/games/battle2048/vectors"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/safefile"
)

// The options of 2048 versus.
const (
	optionInit  = "init"
	optionTurn  = "turn"
	optionTotal = "total"
	optionLog   = "log"
)

// Descriptor describes 2048 versus.
func Descriptor() descriptor.Descriptor {
	g := descriptor.Descriptor{
		Name:  referee.Name,
		Title: "2048 versus",
		Summary: `Each player slides a board of 5 x 5 tiles by the rules of 2048, and puts tiles
onto the other's board, worth 2^(X+1) together after X merges. Who cannot slide
loses. After 1000 turns each the higher score wins; if equal, the second player.`,
		Seats: referee.SeatNames[:], MinSeats: 2,
		Options: gameOptions(),
		Wire:    "a question of eleven lines and one line of answer, as the AI Challenge at CODE FESTIVAL 2018 had it; docs/protocol-battle2048.md",
		Lines:   lines.Config{Dialect: lines.BlankLines}, // an empty answer is one, and loses
		Example: "loopline play --game battle2048 bot bot:greedy",
		Play: descriptor.Play{
			Verify: referee.Verify,
		},
		Players: descriptor.Players{
			Bots: bots.Names(),
			NewBot: func(spec string, self descriptor.BotOptions) (player.LocalPlayer, error) {
				chooser, err := bots.New(spec)
				if err != nil {
					return nil, err
				}
				return &referee.Responder{Strategy: chooser, Limit: self.Limit, Say: self.Notify}, nil
			},
		},
		Show: descriptor.Show{
			View: func() descriptor.View { return gameView{&term.View{}, descriptor.Words("battle2048")} },
			Load: referee.EventsFromJSON,
		},
		Answers: descriptor.Answers{
			Replay: battle2048.Replay,
			Moves:  battle2048.Moves,
		},
		Contests: descriptor.Contests{Reasons: []string{string(battle2048.LessScore), string(battle2048.SameScore), string(battle2048.CannotMove)}},
		RTL: descriptor.RTL{
			Vectors: vectors.Set(),
			Block:   rtl.Block(),
			Board:   rtl.ReferenceBoard,
		},
	}
	g.Conformance = conformance.Steps
	g.NewSuggester, g.NewEvaluator = bots.NewSuggester, descriptor.EvaluatorOf(bots.NewSuggester)
	g.NewPerson = func(t descriptor.Terminal, self descriptor.BotOptions) player.LocalPlayer {
		return &referee.Responder{
			Strategy: &term.Person{Seat: self.Seat, Out: t.Out, Style: t.Style, Read: t.Read}, Limit: self.Limit, Say: self.Notify,
		}
	}
	g.NewVisitor = func(seat *seat.Seat, self descriptor.BotOptions) player.LocalPlayer {
		return &referee.Responder{Strategy: &page.Person{Ask: seat.Ask}, Limit: self.Limit, Say: self.Notify}
	}
	g.Engine = descriptor.NewEngine(g.Seats, g.Name, say.Format("points of the search"), say.Text{})
	g.NewGame = func(s descriptor.Settings, seats ...host.Seat) (*host.Game, error) {
		if err := g.ValidateSeats(len(seats)); err != nil {
			return nil, err
		}
		c := referee.Config{
			Init:  descriptor.MillisecondsOr(s.Options[optionInit], s.Handshake),
			Turn:  descriptor.MillisecondsOr(s.Options[optionTurn], s.Move),
			Total: descriptor.MillisecondsOr(g.Value(s, optionTotal), 0), Strict: s.Strict,
		}
		if s.Person > 0 {
			c.Init = s.Person
			c.Total = max(c.Total, min(battle2048.Turns*s.Person, longestTotal))
		}
		var m *host.Game
		m = c.Game(seats[0], seats[1], logKeeper(g.Value(s, optionLog), func() int { return m.Match.Number }))
		return m, nil
	}
	return g
}

func gameOptions() []descriptor.Option {
	limits := battle2048.ContestLimits
	return []descriptor.Option{
		{Name: optionInit, Default: strconv.Itoa(limits.Init), Meaning: "ms for the start cell, before --handshake", Validate: descriptor.IsMilliseconds},
		{Name: optionTurn, Default: strconv.Itoa(limits.Turn), Meaning: "ms for a turn, before --move-time", Validate: descriptor.IsMilliseconds},
		{Name: optionTotal, Default: strconv.Itoa(limits.Total), Meaning: "ms for all turns of a player together", Validate: descriptor.IsMilliseconds},
		{Name: optionLog, Meaning: "file to write what the contest's viewer reads, game.log; the second game's has -2 behind its name", Validate: checkLog},
	}
}

// longestTotal is the most time for all turns when a person plays.
const longestTotal = 24 * time.Hour

var logFile = safefile.FileType{Name: "game log", Match: safefile.HasPrefix(`{"commands":[`), Stream: true}

func checkLog(name string) error {
	if name == "" {
		return nil
	}
	return safefile.Check(name, logFile, false)
}

// logKeeper writes the log of a match to a file; nil where none is wanted. The
// games of a match after the first have their number after the name.
func logKeeper(name string, number func() int) func(*referee.Log) error {
	if name == "" {
		return nil
	}
	return func(l *referee.Log) error {
		path := name
		if n := number(); n > 1 {
			ext := filepath.Ext(name)
			path = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, ext), n, ext)
		}
		var b bytes.Buffer
		if err := l.Write(&b); err != nil {
			return fmt.Errorf("game log %s: %w", path, err)
		}
		return safefile.Write(path, logFile, false, b.Bytes())
	}
}

// gameView is the text and the picture of a game.
type gameView struct {
	*term.View
	descriptor.Words
}

// SVG implements View.
func (v gameView) SVG(w io.Writer, moves int) error {
	g := v.Position(moves)
	if moves == 0 {
		return svg.Position(w, &g, nil, v.Names())
	}
	last := v.Last(moves)
	m := &svg.Move{Seat: last.Seat, Cells: last.Answer.Cells}
	if last.Turn {
		m.Slide = &last.Answer.Direction
	}
	return svg.Position(w, &g, m, v.Names())
}

// Grid implements live.GridView: both boards side by side.
func (v gameView) Grid(moves int) live.Grid {
	position, names := v.Position(moves), v.Names()
	g := live.Grid{Cells: make([][]say.Text, battle2048.Size)}
	for row := range battle2048.Size {
		g.Rows = append(g.Rows, strconv.Itoa(row+1))
		for player := range position.Boards {
			for col := range battle2048.Size {
				if row == 0 {
					g.Columns = append(g.Columns, fmt.Sprintf("%s %d", names[player], col+1))
				}
				var text say.Text
				if e := position.Boards[player][row*battle2048.Size+col]; e > 0 {
					text = say.Raw(strconv.FormatUint(1<<e, 10))
				}
				g.Cells[row] = append(g.Cells[row], text)
			}
		}
	}
	return g
}

// Notation implements live.Notated.
func (v gameView) Notation(number int) string {
	m := v.Last(number)
	if !m.Turn {
		return page.Code(m.Answer.Cells[0].String())
	}
	return page.Code(m.Answer.String())
}

// Scores implements live.Scorer.
func (v gameView) Scores(moves int) []int {
	g := v.Position(moves)
	return []int{int(g.Scores[0]), int(g.Scores[1])}
}
