// Package game fills in the form of a descriptor for Trax, as the FPGA contests play it.
package game

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/contest/live"
	"github.com/loopline/loopline/contest/live/analysis"
	"github.com/loopline/loopline/contest/live/seat"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/book"
	bundled "github.com/loopline/loopline/trax/book/shipped"
	"github.com/loopline/loopline/trax/browser/bundle"
	"github.com/loopline/loopline/trax/engine"
	"github.com/loopline/loopline/trax/gametext"
	"github.com/loopline/loopline/trax/page"
	"github.com/loopline/loopline/trax/playertest"
	"github.com/loopline/loopline/trax/referee"
	"github.com/loopline/loopline/trax/rtl"
	"github.com/loopline/loopline/trax/svg"
	"github.com/loopline/loopline/trax/term"
	"github.com/loopline/loopline/trax/vectors"
)

// Descriptor describes Trax.
func Descriptor() descriptor.Descriptor {
	g := descriptor.Descriptor{
		Name:  referee.Name,
		Title: "Trax",
		Summary: `Two players lay square tiles that carry a red and a white track. Where two
edges of one colour meet in an empty cell, a tile is forced there. Whoever has a
closed loop of the own colour, or a line across a board of at least eight rows
or columns, wins.`,
		Seats: []string{"white", "red"}, MinSeats: 2,
		Options: gameOptions(),
		Wire:    "lines of ASCII, one for a question and one for its answer; docs/protocol.md",
		Lines:   lines.Config{Dialect: lines.SpaceEnded}, // no line has a space inside
		Example: "loopline play bot bot:greedy",
		Flags:   newFlags,
		Play: descriptor.Play{
			Verify:    referee.Verify,
			Handshake: []string{referee.AskTeam},
		},
		Players: descriptor.Players{
			Bots:      botNames(),
			NewBot:    newBot,
			NewPerson: newPerson, NewVisitor: newVisitor,
		},
		Unjudged: playertest.Name,
		Show: descriptor.Show{
			DrawMoves: drawMoves, DrawFile: drawFile, IsPicture: svg.IsPicture,
			View:         func() descriptor.View { return gameView{term.NewView(), descriptor.Words("trax")} },
			NewEvaluator: newEvaluator,
			Engine:       pageEngine, Openings: pageOpenings,
		},
		Answers:  descriptor.Answers{ReplayFiles: replayFiles, ListMoves: listMoves},
		Testing:  testsOfPlayers(),
		Contests: descriptor.Contests{Reasons: []string{"loop", "line", "loop+line"}},
		RTL: descriptor.RTL{
			Core:    true,
			Vectors: vectors.Set(),
			Board:   rtl.ReferenceBoard,
		},
	}
	g.Greeting = func(s descriptor.Settings) (player.Handshake, bool) {
		greeting := player.Handshake{Text: referee.AskTeam, Accept: referee.IsTeam, Limit: cmp.Or(s.Handshake, referee.Default().Handshake)}
		return greeting, g.Value(s, referee.OptionTeam) == "true"
	}
	g.NewGame = func(s descriptor.Settings, seats ...host.Seat) (*host.Game, error) {
		if err := g.ValidateSeats(len(seats)); err != nil {
			return nil, err
		}
		plies, _ := strconv.Atoi(g.Value(s, referee.OptionPlies)) // 0 is the default
		c := referee.Config{
			Handshake: s.Handshake, First: s.First, Move: s.Move, Strict: s.Strict,
			AskTeam: g.Value(s, referee.OptionTeam) == "true",
			EndLine: g.Value(s, referee.OptionEnd), MaxPlies: plies, Opening: g.Value(s, referee.OptionOpening),
		}
		return c.Game(seats[0], seats[1]), nil
	}
	return g
}

func gameOptions() []descriptor.Option {
	return []descriptor.Option{
		{Name: referee.OptionTeam, Default: "true", Meaning: "ask for the team code before the game", Validate: descriptor.IsBool},
		{Name: referee.OptionEnd, Meaning: "line told to both players after the game, such as -E"},
		{Name: referee.OptionPlies, Default: strconv.Itoa(referee.Default().MaxPlies),
			Meaning: "stop a game after this many plies; it is void", Validate: isPlies},
		{Name: referee.OptionOpening, Meaning: "moves that the game begins behind, told to players that know -O", Validate: isOpening},
	}
}

// isPlies wants a number of plies of which a record can be read.
func isPlies(value string) error {
	if err := descriptor.IsPositive(value); err != nil {
		return err
	}
	if plies, err := strconv.Atoi(value); err != nil || plies > referee.MostPlies {
		return fmt.Errorf("the most is %d", referee.MostPlies)
	}
	return nil
}

// isOpening wants legal moves that do not end the game.
func isOpening(value string) error {
	_, err := referee.ReadOpening(value)
	return err
}

// botNames returns the names of the bots, the default first.
func botNames() []string {
	names := slices.DeleteFunc(engine.Names(), func(name string) bool { return name == engine.DefaultName })
	return slices.Insert(names, 0, engine.DefaultName)
}

// newBot makes a bot of Trax that speaks the contest's protocol.
func newBot(spec string, self descriptor.BotOptions) (player.LocalPlayer, error) {
	if !referee.IsTeam(self.Team) {
		return nil, fmt.Errorf("team code %.40q is not two printable characters without - and space", self.Team)
	}
	s, err := engine.ParseSpec(spec)
	if err != nil {
		return nil, err
	}
	c := &referee.Responder{Team: self.Team, Limit: s.Limit(self.Limit), Say: self.Notify}
	if s.Log {
		s.Options.OnInfo = func(t engine.Info) { c.Log(t.String()) }
	}
	bot, err := s.New()
	if err != nil {
		return nil, err
	}
	c.Strategy = bot
	return c, nil
}

// newPerson makes a person who is asked for moves.
func newPerson(t descriptor.Terminal, self descriptor.BotOptions) player.LocalPlayer {
	return &referee.Responder{
		Team: self.Team, Limit: self.Limit, Say: self.Notify,
		Strategy: &term.Person{Seat: self.Seat, Out: t.Out, Style: t.Style, Read: t.Read},
	}
}

// newVisitor makes a person who is asked for moves at a page.
func newVisitor(seat *seat.Seat, self descriptor.BotOptions) player.LocalPlayer {
	return &referee.Responder{
		Team: self.Team, Limit: self.Limit, Say: self.Notify, Strategy: &page.Person{Ask: seat.Ask},
	}
}

func pageEngine() *analysis.Engine {
	return &analysis.Engine{Name: referee.Name, Files: bundle.Files, Levels: engine.MaxLevel, Seats: seatNames(), Reasons: gametext.Reasons()}
}

func seatNames() []say.Text {
	return []say.Text{say.Named("trax.white", "white"), say.Named("trax.red", "red")}
}

// pageMoves is how many moves of a book a page has: it loads all of them.
const pageMoves = 6000

// pageOpenings returns the openings of a book for pages.
func pageOpenings(name string) (all *analysis.Openings, err error) {
	b := bundled.Book()
	if name != "" {
		if b, err = book.Open(name); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, b.Close()) }()
	}
	all = &analysis.Openings{Seats: seatNames(), Games: int(b.Games), Decided: int(b.Decided)}
	err = b.Walk(nil, book.Tree{Depth: 1}, func(l book.Line) error {
		all.First = append(all.First, analysis.FirstMove{Move: l.Alike[0].String(), Games: int(l.Games), Wins: int(l.Wins), Losses: int(l.Losses)})
		return nil
	})
	if err != nil {
		return nil, err
	}
	top, err := b.Top(pageMoves)
	for _, e := range top {
		all.Moves = append(all.Moves, analysis.OpeningMove{From: e.From, To: e.To, Games: int(e.Games), Wins: int(e.Wins), Losses: int(e.Losses)})
	}
	return all, err
}

// gameView is the text and the picture of a game of Trax.
type gameView struct {
	*term.View
	descriptor.Words
}

// Grid implements live.GridView.
func (v gameView) Grid(moves int) live.Grid {
	var g live.Grid
	for i, row := range v.Position(moves).Rows() {
		g.Rows = append(g.Rows, strconv.Itoa(i+1))
		cells := make([]say.Text, len(row))
		for col := range row {
			cells[col] = tileText(row[col])
			if i == 0 {
				g.Columns = append(g.Columns, strings.TrimSuffix(trax.Cell{Col: col + 1, Row: 0}.String(), "0"))
			}
		}
		g.Cells = append(g.Cells, cells)
	}
	return g
}

// tileText returns a tile in words, by its letter.
func tileText(letter byte) say.Text {
	switch letter {
	case 'P':
		return say.Format("+ red left right, white top bottom")
	case 'p':
		return say.Format("+ white left right, red top bottom")
	case 'S':
		return say.Format("/ red right bottom, white left top")
	case 's':
		return say.Format("/ white right bottom, red left top")
	case 'B':
		return say.Format("\\ red right top, white left bottom")
	case 'b':
		return say.Format("\\ white right top, red left bottom")
	}
	return say.Text{}
}

// SVG implements View.
func (v gameView) SVG(w io.Writer, moves int) error {
	return svg.Position(w, v.Position(moves), svg.Options{Anchored: true})
}
