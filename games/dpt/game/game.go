// Package game fills in the form of a descriptor for DPT.
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
	"sync"
	"time"

	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/live/seat"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/dpt/bots"
	"github.com/loopline/loopline/games/dpt/conformance"
	"github.com/loopline/loopline/games/dpt/page"
	"github.com/loopline/loopline/games/dpt/procon30"
	"github.com/loopline/loopline/games/dpt/referee"
	"github.com/loopline/loopline/games/dpt/rtl"
	"github.com/loopline/loopline/games/dpt/svg"
	"github.com/loopline/loopline/games/dpt/term"
	"github.com/loopline/loopline/games/grid"
	gridrtl "github.com/loopline/loopline/games/grid/rtl"
	"github.com/loopline/loopline/games/httpapi"
	"github.com/loopline/loopline/games/rtlblock"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/vectors"
)

// The options of DPT.
const (
	optionSeed     = "seed"
	optionField    = "field"
	optionSize     = "size"
	optionTurns    = "turns"
	optionStart    = "start"
	optionSymmetry = "symmetry"
	optionRedraw   = "redraw"
	optionSwap     = "swap"
	optionInterval = "interval"
)

// flood is the RTL that floods a field of DPT, where a diagonal ring encloses.
var flood = sync.OnceValue(func() *rtlblock.Block {
	return gridrtl.NewBlock("dpt", grid.Four, vectors.GridSize{Columns: 12, Rows: 12})
})

// Descriptor describes DPT.
func Descriptor() descriptor.Descriptor {
	g := descriptor.Descriptor{
		Name:  referee.Name,
		Title: "DPT",
		Summary: `Two teams with an agent each act at once on a field of 8 x 8 to 12 x 12 cells: an
agent moves to a neighbour, which gets its team's tile, removes a tile beside it,
or stays. Cells have values from -2 to 2, which change every turn. Tiles count
their value, cells that a team encloses its absolute value. After 30 to 45 turns
more points win, of equal ones more tile points. Fields of the Kosen programming
contest of 2019 (procon30) are played too.`,
		Seats: referee.SeatNames[:], MinSeats: 2,
		Options: gameOptions(),
		Wire: "a question of several lines whose last is ?, and one line of answer; who is late or answers something else " +
			"stays for a turn; docs/protocol-dpt.md",
		Subcommands: []descriptor.Subcommand{fieldSubcommand()},
		Example:     "loopline play --game dpt bot bot:greedy",
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
			Dial: procon30.Dial,
		},
		Show: descriptor.Show{
			View: func() descriptor.View { return gameView{&term.View{}, descriptor.Words("dpt")} },
			Load: referee.EventsFromJSON,
		},
		Answers: descriptor.Answers{
			Replay: dpt.Replay,
		},
		Testing: descriptor.Testing{
			Conformance: conformance.Steps,
		},
		Contests: descriptor.Contests{Reasons: []string{string(dpt.ByTotal), string(dpt.ByTile), string(dpt.Drawn)}, MapOptions: []string{optionField}, DrawMap: descriptor.DrawSeed},
		RTL: descriptor.RTL{
			Vectors: flood().Set,
			Block:   flood(),
			Board:   rtl.ReferenceBoard,
		},
	}
	g.NewSuggester, g.NewEvaluator = bots.NewSuggester, descriptor.EvaluatorOf(bots.NewEvaluator)
	g.NewPerson = func(t descriptor.Terminal, self descriptor.BotOptions) player.LocalPlayer {
		return &referee.Responder{
			Strategy: &term.Person{Seat: self.Seat, Out: t.Out, Style: t.Style, Read: t.Read}, Limit: self.Limit, Say: self.Notify,
		}
	}
	g.NewVisitor = func(seat *seat.Seat, self descriptor.BotOptions) player.LocalPlayer {
		return &referee.Responder{Strategy: &page.Person{Ask: seat.Ask}, Say: self.Notify}
	}
	g.Engine = descriptor.NewEngine(g.Seats, g.Name, say.Format("points"), say.Format("Both teams act at once. Try the actions of one: the other does what it did in the game, or else what the searching bot does. Values of turns to come are hidden while the game goes on."))
	g.NewGame = func(s descriptor.Settings, seats ...host.Seat) (*host.Game, error) {
		if err := g.ValidateSeats(len(seats)); err != nil {
			return nil, err
		}
		pause, _ := strconv.Atoi(g.Value(s, optionInterval))
		rules, err := rulesOf(&g, s)
		if err != nil {
			return nil, err
		}
		c := referee.Config{First: s.First, Move: s.Move, Pause: -1, Strict: s.Strict, Rules: rules}
		if pause > 0 {
			c.Pause = time.Duration(pause) * time.Millisecond
		}
		return c.Game(seats[0], seats[1])
	}
	var matches matchNumbers
	server := &httpapi.Server{New: func(game string, say func(string)) httpapi.Handler {
		return procon30.NewServer(matches.number(game, say))
	}}
	g.Open = descriptor.HTTPOpener(server)
	return g
}

// matchNumbers gives each match its number in procon30's interface, the same on all of
// its ports. It is safe for concurrent use.
type matchNumbers struct {
	mu   sync.Mutex
	last int
	of   map[string]int // by the game
}

// number gives a game its number and says it where it is new.
func (m *matchNumbers) number(game string, say func(string)) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	if n := m.of[game]; n > 0 && game != "" {
		return n
	}
	if m.last++; m.of == nil {
		m.of = map[string]int{}
	}
	m.of[game] = m.last
	say(fmt.Sprintf("the number of the match is %d: GET /matches/%d", m.last, m.last))
	return m.last
}

func gameOptions() []descriptor.Option {
	return []descriptor.Option{
		{Name: optionSeed, Default: "1", Meaning: "whole number that the field, its values and the number of turns are drawn from", Validate: descriptor.IsSeed},
		{Name: optionField, Meaning: "field file of procon30 to play on, instead of a drawn field", Validate: fieldFile.Check},
		{Name: optionSize, Meaning: "columns and rows of the drawn field, such as 12x10; without it 8 to 12, drawn", Validate: isSize},
		{Name: optionTurns, Meaning: "turns of the game; without it 30 to 45, drawn", Validate: isTurns},
		{Name: optionStart, Default: string(dpt.Corners), Meaning: "where agents begin: opposite corners, or anywhere and mirrored: point, left-right, up-down",
			Validate: descriptor.IsOneOf(dpt.Corners, dpt.AnyPoint, dpt.LeftRight, dpt.UpDown)},
		{Name: optionSymmetry, Default: string(dpt.AsStart), Meaning: "values are mirrored as the agents at the start, or not: none",
			Validate: descriptor.IsOneOf(dpt.AsStart, dpt.Asymmetrical)},
		{Name: optionRedraw, Meaning: "when values change: between turns, always (after the last too), or never; without it between, on a field file never",
			Validate: descriptor.IsOneOf(dpt.Between, dpt.Always, dpt.Never, "")},
		{Name: optionInterval, Default: strconv.FormatInt(referee.DefaultPause.Milliseconds(), 10),
			Meaning: "ms before each turn in which clients over HTTP can do nothing; 0 turns it off", Validate: isInterval},
		{Name: optionSwap, Default: "false", Meaning: "agents may move to each other's cell", Validate: descriptor.IsBool},
	}
}

func parseSize(value string) (width, height int, err error) {
	if value == "" {
		return 0, 0, nil
	}
	columns, rows, _ := strings.Cut(value, "x")
	width, err = strconv.Atoi(columns)
	if err == nil {
		height, err = strconv.Atoi(rows)
	}
	if err != nil || width < 2 || width > dpt.MaxSide || height < 2 || height > dpt.MaxSide {
		return 0, 0, fmt.Errorf("write COLUMNSxROWS, each 2 to %d", dpt.MaxSide)
	}
	return width, height, nil
}

func isSize(value string) error {
	_, _, err := parseSize(value)
	return err
}

func isInterval(value string) error {
	if value == "0" {
		return nil
	}
	return descriptor.IsMilliseconds(value)
}

func isTurns(value string) error {
	if n, err := strconv.Atoi(value); value != "" && (err != nil || n < 1 || n > dpt.MaxTurns) {
		return fmt.Errorf("write a whole number from 1 to %d", dpt.MaxTurns)
	}
	return nil
}

// rulesOf returns the rules that the settings of a game mean.
func rulesOf(g *descriptor.Descriptor, s descriptor.Settings) (r dpt.Rules, err error) {
	r.Seed, _ = strconv.ParseUint(g.Value(s, optionSeed), 10, 64)
	r.Turns, _ = strconv.Atoi(g.Value(s, optionTurns))
	if r.Width, r.Height, err = parseSize(g.Value(s, optionSize)); err != nil {
		return r, err
	}
	r.Start, r.Symmetry = dpt.Start(g.Value(s, optionStart)), dpt.Symmetry(g.Value(s, optionSymmetry))
	r.Redraw, r.Swap = dpt.Redraw(g.Value(s, optionRedraw)), g.Value(s, optionSwap) == "true"
	if name := g.Value(s, optionField); name != "" {
		r.Field, err = fieldFile.Read(name)
	}
	return r, err
}

// fieldSubcommand draws fields and reads them.
func fieldSubcommand() descriptor.Subcommand {
	return descriptor.Subcommand{
		Name: "field", Args: "[FILE]", Short: "Draw a field, or read one, and write it as procon30 does",
		Example: "  loopline games dpt field --random --seed 7 > field.json",
		New: func(f *flag.FlagSet) func([]string, io.Reader, io.Writer) error {
			t := fieldTool{rules: map[string]*string{}}
			f.BoolVar(&t.random, "random", false, "draw a field")
			for _, o := range gameOptions() {
				switch o.Name {
				case optionSeed, optionSize, optionStart, optionSymmetry:
					t.rules[o.Name] = f.String(o.Name, o.Default, o.Meaning)
				}
			}
			return t.run
		},
	}
}

type fieldTool struct {
	random bool
	rules  map[string]*string // options of the game
}

func (t *fieldTool) run(args []string, in io.Reader, out io.Writer) error {
	field, err := t.find(args, in)
	if err != nil {
		return err
	}
	_, err = out.Write(append(field.State().JSON(), '\n'))
	return err
}

func (t *fieldTool) find(args []string, in io.Reader) (*dpt.Field, error) {
	switch {
	case t.random && len(args) == 0:
		return t.draw()
	case t.random:
		return nil, descriptor.ErrOneFile
	}
	return fieldFile.ReadArgument(args, in)
}

// draw draws the field that a game with such options would begin with.
func (t *fieldTool) draw() (*dpt.Field, error) {
	g := Descriptor()
	s := descriptor.Settings{Options: map[string]string{}}
	for name, value := range t.rules {
		o, _ := g.Option(name)
		if err := o.Validate(*value); err != nil {
			return nil, fmt.Errorf("--%s %.40s: %w", name, *value, err)
		}
		s.Options[name] = *value
	}
	rules, err := rulesOf(&g, s)
	if err == nil {
		err = rules.Check()
	}
	if err != nil {
		return nil, err
	}
	return rules.Filled().Field, nil
}

// fieldFile is a field file of procon30.
var fieldFile = descriptor.NewFileKind("field", 1<<20, dpt.ReadField)

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
	return svg.Position(w, g)
}

// Grid implements live.GridView.
func (v gameView) Grid(moves int) live.Grid {
	g := v.Position(moves)
	if g == nil {
		return live.Grid{}
	}
	width, height := g.Size()
	return descriptor.GridOf(width, height, func(x, y int) say.Text {
		at := dpt.Point{X: x, Y: y}
		team := "AB"[max(0, int(g.Tile(at))-1)]
		switch {
		case slices.Contains(g.Agents(0), at):
			return say.Format("%d, agent of %c", g.Value(at), 'A')
		case slices.Contains(g.Agents(1), at):
			return say.Format("%d, agent of %c", g.Value(at), 'B')
		case g.Tile(at) != dpt.Nobody:
			return say.Format("%d, tile of %c", g.Value(at), team)
		}
		return say.Raw(strconv.Itoa(g.Value(at)))
	})
}

// Notation implements live.Notated.
func (v gameView) Notation(turn int) string { return page.Code(v.Actions(turn)) }

// Start implements live.Started: values of later turns stay hidden.
func (v gameView) Start(turns int) json.RawMessage {
	g := v.Position(0)
	if g == nil {
		return nil
	}
	rules := g.Rules()
	rules.Field = g.Field()
	shown := make([][]int, 0, turns)
	before := rules.Field.Values
	for turn := range turns {
		values := v.Position(turn + 1).Field().Values
		if slices.Equal(values, before) {
			shown = append(shown, nil)
			continue
		}
		shown, before = append(shown, values), values
	}
	return page.StartOf(rules, shown)
}

// Scores implements live.Scorer.
func (v gameView) Scores(moves int) []int {
	g := v.Position(moves)
	if g == nil {
		return nil
	}
	return []int{g.Points(0).Total(), g.Points(1).Total()}
}
