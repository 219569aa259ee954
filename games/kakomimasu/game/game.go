// Package game fills in the form of a descriptor for Kakomimasu.
package game

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"

	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/live/seat"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/games/grid"
	gridrtl "github.com/loopline/loopline/games/grid/rtl"
	"github.com/loopline/loopline/games/httpapi"
	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/games/kakomimasu/bots"
	"github.com/loopline/loopline/games/kakomimasu/conformance"
	"github.com/loopline/loopline/games/kakomimasu/page"
	"github.com/loopline/loopline/games/kakomimasu/referee"
	"github.com/loopline/loopline/games/kakomimasu/rtl"
	"github.com/loopline/loopline/games/kakomimasu/svg"
	"github.com/loopline/loopline/games/kakomimasu/term"
	"github.com/loopline/loopline/games/kakomimasu/web"
	"github.com/loopline/loopline/games/rtlblock"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/vectors"
)

// The options of Kakomimasu.
const (
	optionBoard      = "board"
	optionBoardSeed  = "seed"
	optionBoardTurns = "turns"
	optionAgents     = "agents"
	optionOperation  = "operation"
	optionTransition = "transition"
)

// flood is the RTL that floods a field of Kakomimasu, where a diagonal ring is open.
var flood = sync.OnceValue(func() *rtlblock.Block {
	return gridrtl.NewBlock("kakomimasu", grid.Eight, vectors.GridSize{Columns: 10, Rows: 10})
})

// Descriptor describes Kakomimasu.
func Descriptor() descriptor.Descriptor {
	g := descriptor.Descriptor{
		Name:  referee.Name,
		Title: "Kakomimasu",
		Summary: `Two to four players put agents onto a field of numbers, and all step at once. A
cell that an agent enters becomes a wall, which counts its number; what walls
enclose is territory, which counts without the sign. Walls of others can be taken
away. The highest score after the last turn wins. Late or invalid actions leave
agents in place.`,
		Seats: referee.SeatNames[:], MinSeats: 2,
		Options: gameOptions(),
		Wire: "lines of ASCII, several for a question and one of answer; or the contest's HTTP interface, at api:PORT?token=T; " +
			"docs/protocol-kakomimasu.md",
		Subcommands: []descriptor.Subcommand{boardSubcommand()},
		Example:     "loopline play --game kakomimasu bot bot:greedy",
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
				return &referee.Responder{Strategy: chooser, Say: self.Notify}, nil
			},
		},
		Show: descriptor.Show{
			View:         func() descriptor.View { return gameView{&term.View{}, descriptor.Words("kakomimasu")} },
			Load:         referee.EventsFromJSON,
			NewEvaluator: descriptor.EvaluatorOf(bots.NewEvaluator),
		},
		Answers: descriptor.Answers{
			Replay: kakomimasu.Replay,
		},
		Testing: descriptor.Testing{
			Conformance:  conformance.Steps,
			NewSuggester: bots.NewSuggester,
		},
		Contests: descriptor.Contests{Reasons: []string{string(kakomimasu.ByTotal), string(kakomimasu.ByWall), string(kakomimasu.Drawn)}, MapOptions: []string{optionBoard}, DrawMap: descriptor.DrawSeed},
		RTL: descriptor.RTL{
			Vectors: flood().Set,
			Block:   flood(),
			Board:   rtl.ReferenceBoard,
		},
	}
	g.NewPerson = func(t descriptor.Terminal, self descriptor.BotOptions) player.LocalPlayer {
		return &referee.Responder{
			Strategy: &term.Person{Seat: self.Seat, Out: t.Out, Style: t.Style, Read: t.Read}, Say: self.Notify,
		}
	}
	g.NewVisitor = func(seat *seat.Seat, self descriptor.BotOptions) player.LocalPlayer {
		return &referee.Responder{Strategy: &page.Person{Name: self.Team, Ask: seat.Ask}, Say: self.Notify}
	}
	server := &httpapi.Server{New: func(_ string, say func(string)) httpapi.Handler { return web.New("loopline", say) }}
	g.Open = descriptor.HTTPOpener(server)
	g.Dial = web.Dial
	g.Engine = descriptor.NewEngine(g.Seats, g.Name, say.Format("points"), say.Format("All players act at once. Try the actions of one: the others do what they did in the game, or else what the searching bot does."))
	g.NewGame = func(s descriptor.Settings, seats ...host.Seat) (*host.Game, error) {
		if err := g.ValidateSeats(len(seats)); err != nil {
			return nil, err
		}
		b, err := boardOf(&g, s)
		if err != nil {
			return nil, err
		}
		c := referee.Config{
			Board: b, Handshake: s.Handshake, Strict: s.Strict,
			Operation: descriptor.MillisecondsOr(g.Value(s, optionOperation), s.Move), Transition: descriptor.MillisecondsOr(g.Value(s, optionTransition), 0),
		}
		return c.Game(seats...)
	}
	return g
}

func gameOptions() []descriptor.Option {
	return []descriptor.Option{
		{Name: optionBoard, Meaning: "board file to play on; without one a random board is drawn", Validate: boardFile.Check},
		{Name: optionBoardSeed, Default: "1", Meaning: "whole number that the random board is drawn from", Validate: descriptor.IsSeed},
		{Name: optionBoardTurns, Meaning: "turns of the game, instead of those of the board", Validate: isUpTo(kakomimasu.MaxTurns)},
		{Name: optionAgents, Meaning: "agents of each player, instead of those of the board", Validate: isUpTo(referee.MaxAgents)},
		{Name: optionOperation, Meaning: "ms in which a turn takes actions, before --move-time; else as the board says, or 1000", Validate: isMillisecondsIf},
		{Name: optionTransition, Meaning: "ms between two turns for clients that poll; else as the board says, or 1000", Validate: isMillisecondsIf},
	}
}

// boardOf returns the field that the settings of a game mean.
func boardOf(g *descriptor.Descriptor, s descriptor.Settings) (*kakomimasu.Field, error) {
	seed, _ := strconv.ParseUint(g.Value(s, optionBoardSeed), 10, 64)
	b := kakomimasu.RandomField(seed)
	if name := g.Value(s, optionBoard); name != "" {
		var err error
		if b, err = boardFile.Read(name); err != nil {
			return nil, err
		}
	}
	if n, err := strconv.Atoi(g.Value(s, optionBoardTurns)); err == nil {
		b.Turns = n
	}
	if n, err := strconv.Atoi(g.Value(s, optionAgents)); err == nil {
		b.Agents = n
	}
	return b, nil
}

// boardFile is a board file, in any of the three spellings.
var boardFile = descriptor.NewFileKind("board", kakomimasu.MaxBoardFile, kakomimasu.ReadField)

// isMillisecondsIf takes nothing too.
func isMillisecondsIf(value string) error {
	if value == "" {
		return nil
	}
	return descriptor.IsMilliseconds(value)
}

// isUpTo takes 1 to most, and nothing.
func isUpTo(most int) func(string) error {
	return func(value string) error {
		if n, err := strconv.Atoi(value); value != "" && (err != nil || n < 1 || n > most) {
			return fmt.Errorf("write a whole number from 1 to %d", most)
		}
		return nil
	}
}

// gameView is the text and the picture of a game.
type gameView struct {
	*term.View
	descriptor.Words
}

// SVG implements View.
func (v gameView) SVG(w io.Writer, moves int) error {
	p := v.Position(moves)
	if p == nil {
		return errors.New("no game has begun")
	}
	return svg.Position(w, p, v.Names())
}

// Grid implements live.GridView.
func (v gameView) Grid(moves int) live.Grid {
	p := v.Position(moves)
	if p == nil {
		return live.Grid{}
	}
	b := p.Field()
	return descriptor.GridOf(b.Width, b.Height, func(x, y int) say.Text {
		c := kakomimasu.Cell{X: x, Y: y}
		point, t := b.Point(c), p.At(c)
		player, agent, standing := p.Standing(c)
		switch {
		case standing:
			return say.Format("%d, agent %d of %s", point, agent, v.Names()[player])
		case t.Wall:
			return say.Format("%d, wall of %s", point, v.Names()[t.Player])
		case t.Owned:
			return say.Format("%d, territory of %s", point, v.Names()[t.Player])
		}
		return say.Raw(strconv.Itoa(point))
	})
}

// Notation implements live.Notated.
func (v gameView) Notation(turn int) string { return page.Code(v.Actions(turn)) }

// Start implements live.Started.
func (v gameView) Start(int) json.RawMessage {
	p := v.Position(0)
	if p == nil {
		return nil
	}
	return page.Start(p.Field())
}

// PlayerNames implements live.NamedView.
func (v gameView) PlayerNames() []string { return v.Names() }

// Scores implements live.Scorer.
func (v gameView) Scores(moves int) (scores []int) {
	p := v.Position(moves)
	if p == nil {
		return nil
	}
	for player := range v.Names() {
		scores = append(scores, p.Score(player).Total())
	}
	return scores
}
