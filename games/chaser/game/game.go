// Package game fills in the form of a descriptor for CHaser.
package game

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/live/seat"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/games/chaser"
	"github.com/loopline/loopline/games/chaser/bots"
	"github.com/loopline/loopline/games/chaser/conformance"
	"github.com/loopline/loopline/games/chaser/page"
	"github.com/loopline/loopline/games/chaser/referee"
	"github.com/loopline/loopline/games/chaser/rtl"
	"github.com/loopline/loopline/games/chaser/svg"
	"github.com/loopline/loopline/games/chaser/term"
	"github.com/loopline/loopline/games/chaser/vectors"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/player"
)

// The options of CHaser besides those of its records.
const (
	optionTurns = "turns"
	optionMatch = "match"
)

// Descriptor describes CHaser.
func Descriptor() descriptor.Descriptor {
	g := descriptor.Descriptor{
		Name:  referee.Name,
		Title: "CHaser",
		Summary: `COOL and HOT walk over a map of 15 x 17 cells and see nine cells at a time. A turn
is one method: walk, look, search or put. A player that takes an item leaves a
block behind. A player on a block, off the map, or enclosed by four blocks loses;
after the last turn more items win.`,
		Seats: referee.SeatNames[:], MinSeats: 2,
		Options: []descriptor.Option{
			{Name: referee.OptionMap, Meaning: "map file to play on; without one a random map is drawn", Validate: mapFile.Check},
			{Name: referee.OptionSeed, Default: "1", Meaning: "whole number that the random map is drawn from", Validate: descriptor.IsSeed},
			{Name: optionMatch, Default: "1", Meaning: "games of a match, in which sides are exchanged: 2 plays one map from both", Validate: descriptor.IsPositive},
			{Name: optionTurns, Meaning: "turns of each player, instead of those of the map", Validate: isTurns},
		},
		Wire: "lines that end with CR LF, two exchanges a turn; clients of COOL connect to listen::2009, those of HOT to " +
			"listen::2010; docs/protocol-chaser.md",
		Lines:             lines.Config{Dialect: lines.CRLF},
		ConnectionPerGame: true,

		Subcommands: []descriptor.Subcommand{mapSubcommand()},
		Example:     "loopline play --game chaser bot bot:greedy",
		Play: descriptor.Play{
			Verify: referee.Verify,
		},
		Players: descriptor.Players{
			Bots: bots.Names(),
			NewBot: func(spec string, self descriptor.BotOptions) (player.LocalPlayer, error) {
				return newBot(spec, self)
			},
		},
		Show: descriptor.Show{
			View: func() descriptor.View { return gameView{&term.View{}, descriptor.Words("chaser")} },
			Load: referee.EventsFromJSON,
		},
		Answers: descriptor.Answers{
			Replay: chaser.Replay,
		},
		Testing: descriptor.Testing{
			Conformance: conformance.Steps,
		},
		Contests: descriptor.Contests{
			Reasons: []string{
				string(chaser.OnBlock), string(chaser.OffMap), string(chaser.ShutIn), string(chaser.ByItems), string(chaser.ByItems0),
			},
			Quantities: []string{referee.QuantityTurnsLeft, referee.QuantityPut},
			Measure:    func(g *record.Game) tournament.Measures { return referee.Measure(g) },
			MapTypes:   mapTypes(),
			MapOptions: []string{referee.OptionMap},
			ReadMap:    readContestMap,
			DrawMap: func(s descriptor.Settings, seed uint64, mapType string) (map[string]string, error) {
				return contestMap(s, chaser.RandomMapOf(chaser.MapType(mapType), seed)), nil
			},
		},
		RTL: descriptor.RTL{
			Board:   rtl.ReferenceBoard,
			Vectors: vectors.Set(),
			Block:   rtl.Block(),
		},
	}
	g.NewSuggester, g.NewEvaluator = bots.NewSuggester, descriptor.EvaluatorOf(bots.NewEvaluator)
	g.Games = func(s descriptor.Settings) int {
		n, _ := strconv.Atoi(g.Value(s, optionMatch))
		return n
	}
	g.NewPerson = func(t descriptor.Terminal, self descriptor.BotOptions) player.LocalPlayer {
		return &referee.Responder{Team: self.Team, Person: &term.Person{Seat: self.Seat, Out: t.Out, Style: t.Style, Read: t.Read}}
	}
	g.Hidden = true
	g.NewVisitor = func(seat *seat.Seat, self descriptor.BotOptions) player.LocalPlayer {
		return &referee.Responder{Team: self.Team, Person: page.NewPerson(slices.Index(g.Seats, self.Seat), seat)}
	}
	g.Greeting = func(s descriptor.Settings) (player.Handshake, bool) {
		// Whoever connects gives its name at once.
		return player.Handshake{
			Accept: func(string) bool { return true }, Limit: referee.Config{Handshake: s.Handshake}.Limit(), Name: referee.FullName,
		}, true
	}
	g.Engine = descriptor.NewEngine(g.Seats, g.Name, say.Format("items"), say.Format("You see the whole map. The bots know what the player of the seat had been told, no more."))
	g.NewGame = func(s descriptor.Settings, seats ...host.Seat) (*host.Game, error) {
		if err := g.ValidateSeats(len(seats)); err != nil {
			return nil, err
		}
		c := referee.Config{Handshake: s.Handshake, First: s.First, Move: s.Move, Strict: s.Strict}
		c.Seed, _ = strconv.ParseUint(g.Value(s, referee.OptionSeed), 10, 64)
		if name := g.Value(s, referee.OptionMap); name != "" {
			var err error
			if c.Map, err = mapOf(name); err != nil {
				return nil, err
			}
		}
		if turns, err := strconv.Atoi(g.Value(s, optionTurns)); err == nil {
			m := *c.Start()
			m.Turns = turns
			c.Map = &m
		}
		return c.Game(seats[0], seats[1]), nil
	}
	return g
}

// mapSubcommand draws maps and turns one form into the other.
func mapSubcommand() descriptor.Subcommand {
	return descriptor.Subcommand{
		Name: "map", Args: "[FILE]", Short: "Draw a random map, check one by a contest's conditions, or write one in either form",
		Example: "  loopline games chaser map --random --seed 7 --type C > my.map\n  loopline games chaser map --check my.map --type C\n" +
			"  loopline games chaser map --hakodate my.map",
		New: func(f *flag.FlagSet) func([]string, io.Reader, io.Writer) error {
			var t mapTool
			f.BoolVar(&t.random, "random", false, "draw a map by the contests' conditions")
			f.Uint64Var(&t.seed, "seed", 1, "what the random map is drawn from")
			f.IntVar(&t.turns, "turns", 0, "turns of each player, instead of those of the map")
			f.BoolVar(&t.check, "check", false, "say which conditions of the contests the map breaks, with its cells; status 3 if any")
			f.StringVar(&t.mapType, "type", "", "`TYPE` of the map: A (no item beside a start), B (rail: items in rows, one beside each start, no block there), C (an item and a block beside each start)")
			f.BoolVar(&t.hakodate, "hakodate", false, "write JSON as the Hakodate server reads it")
			return t.run
		},
	}
}

type mapTool struct {
	random, check, hakodate bool
	seed                    uint64
	turns                   int
	mapType                 string
}

func (t *mapTool) run(args []string, in io.Reader, out io.Writer) error {
	if err := isMapType(t.mapType); err != nil {
		return fmt.Errorf("--type %.20s: %w", t.mapType, err)
	}
	if t.mapType != "" && !t.random && !t.check {
		return errors.New("--type goes with --check or --random")
	}
	m, err := t.find(args, in)
	if err != nil {
		return err
	}
	if t.check {
		return t.report(m, args, out)
	}
	switch {
	case t.turns < 0 || t.turns > chaser.MaxTurns:
		return fmt.Errorf("--turns %d is outside 1 to %d", t.turns, chaser.MaxTurns)
	case t.turns > 0:
		m.Turns = t.turns
	}
	text := []byte(m.String())
	if t.hakodate {
		if text, err = m.Hakodate(); err != nil {
			return err
		}
	}
	_, err = out.Write(text)
	return err
}

// report writes the conditions that a map breaks, and a picture of it with their cells in brackets.
func (t *mapTool) report(m *chaser.Map, args []string, out io.Writer) error {
	name := "the map"
	if len(args) > 0 {
		name = args[0]
	}
	what := "a contest's map"
	if t.mapType != "" {
		what += " of type " + t.mapType
	}
	problems := m.CheckType(chaser.MapType(t.mapType))
	if len(problems) == 0 {
		_, err := fmt.Fprintf(out, "%s is %s\n", name, what)
		return err
	}
	var cells []chaser.Point
	for _, p := range problems {
		if _, err := fmt.Fprintln(out, p); err != nil {
			return err
		}
		cells = append(cells, p.Cells...)
	}
	if _, err := io.WriteString(out, m.Picture(cells)); err != nil {
		return err
	}
	return &descriptor.FoundError{Problem: fmt.Sprintf("%s is not %s: %s", name, what, humanize.Plural(len(problems), "condition is broken", "conditions are broken"))}
}

func isMapType(name string) error {
	if name != "" && !slices.Contains(chaser.MapTypes, chaser.MapType(name)) {
		return errors.New("there are A, B and C")
	}
	return nil
}

func mapTypes() (names []string) {
	for _, t := range chaser.MapTypes {
		names = append(names, string(t))
	}
	return names
}

// contestMap returns a map of a contest as options: its text, with the turns that the contest sets.
func contestMap(s descriptor.Settings, m *chaser.Map) map[string]string {
	start := *m
	if turns, err := strconv.Atoi(s.Options[optionTurns]); err == nil {
		start.Turns = turns
	}
	return map[string]string{referee.OptionMap: (referee.Config{Map: &start}).Start().String()}
}

func readContestMap(s descriptor.Settings, file, mapType string) (map[string]string, error) {
	m, err := mapFile.Read(file)
	if err != nil {
		return nil, err
	}
	if problems := m.CheckType(chaser.MapType(mapType)); mapType != "" && len(problems) > 0 {
		return nil, fmt.Errorf("map %s is not of type %s: %v; loopline games chaser map --check %s --type %s shows it",
			file, mapType, problems[0], file, mapType)
	}
	return contestMap(s, m), nil
}

// mapOf returns the map of the option map: a file's, or the text itself, which has line feeds.
func mapOf(value string) (*chaser.Map, error) {
	if strings.Contains(value, "\n") {
		return chaser.ParseMap(value)
	}
	return mapFile.Read(value)
}

func (t *mapTool) find(args []string, in io.Reader) (*chaser.Map, error) {
	switch {
	case t.random && len(args) == 0:
		return chaser.RandomMapOf(chaser.MapType(t.mapType), t.seed), nil
	case t.random:
		return nil, descriptor.ErrOneFile
	}
	return mapFile.ReadArgument(args, in)
}

// mapFile is a map file, in either form.
var mapFile = descriptor.NewFileKind("map", 1<<20, chaser.ReadMap)

func isTurns(value string) error {
	if n, err := strconv.Atoi(value); value != "" && (err != nil || n < 1 || n > chaser.MaxTurns) {
		return fmt.Errorf("write a whole number from 1 to %d", chaser.MaxTurns)
	}
	return nil
}

// newBot makes a bot that speaks the contest's protocol.
func newBot(spec string, self descriptor.BotOptions) (player.LocalPlayer, error) {
	chooser, err := bots.New(spec)
	if err != nil {
		return nil, err
	}
	return &referee.Responder{Team: self.Team, Strategy: chooser}, nil
}

// gameView is the text and the picture of a game.
type gameView struct {
	*term.View
	descriptor.Words
}

// SVG implements View.
func (v gameView) SVG(w io.Writer, moves int) error {
	g := v.Position(moves)
	if g == nil {
		return errors.New("no game has begun")
	}
	return svg.Position(w, g, v.Names())
}

// Grid implements live.GridView.
func (v gameView) Grid(moves int) live.Grid {
	p := v.Position(moves)
	if p == nil {
		return live.Grid{}
	}
	width, height := p.Size()
	return descriptor.GridOf(width, height, func(x, y int) say.Text {
		at := chaser.Point{X: x, Y: y}
		for player := range 2 {
			if p.Pos(player) == at {
				return say.Raw(chaser.Seats[player])
			}
		}
		switch p.At(at) {
		case chaser.Block:
			return say.Format("block")
		case chaser.Item:
			return say.Format("item")
		}
		return say.Text{}
	})
}

// Notation implements live.Notated.
func (v gameView) Notation(number int) string { return v.Method(number).String() }

// Start implements live.Started.
func (v gameView) Start(int) json.RawMessage {
	m := v.View.Start()
	if m == nil {
		return nil
	}
	return page.Start(m)
}

// PlayerNames implements live.NamedView.
func (v gameView) PlayerNames() []string {
	names := v.Names()
	return names[:]
}

// Scores implements live.Scorer.
func (v gameView) Scores(moves int) []int {
	g := v.Position(moves)
	if g == nil {
		return nil
	}
	return []int{g.Items(0), g.Items(1)}
}
