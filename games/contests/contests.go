// Package contests plays contests of any game: it reads their files, draws and checks their maps, and makes their games.
package contests

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/director"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/vfs"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/model"
)

// Read reads a contest's file, or the one in a contest's folder, and finds its game. An error
// in the file is a config.Errors or, where the game refuses a value, a *config.Error.
func Read(given string) (*config.Config, descriptor.Descriptor, error) {
	name := director.FileOf(given)
	f, err := vfs.OpenRegular(name)
	if err != nil {
		return nil, descriptor.Descriptor{}, err
	}
	text, err := io.ReadAll(io.LimitReader(f, config.MaxBytes+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, descriptor.Descriptor{}, err
	}
	p, err := config.Parse(name, string(text))
	if err != nil {
		return nil, descriptor.Descriptor{}, err
	}
	g, err := GameOf(p)
	return p, g, InFile(name, err)
}

// InFile names the file in an error that is a *config.Error.
func InFile(name string, err error) error {
	var mistake *config.Error
	if errors.As(err, &mistake) {
		mistake.File = director.FileOf(name)
	}
	return err
}

// GameOf returns the game of a contest's file. Its error is a *config.Error at the key
// that the game refuses.
func GameOf(p *config.Config) (descriptor.Descriptor, error) {
	g, err := games.ByName(p.Game)
	if err != nil {
		return g, p.At("", 0, "game", err.Error())
	}
	if err := g.ValidateSeats(2); err != nil {
		return g, p.At("", 0, "game", err.Error()+"; a contest needs a game for two players, or heats of up to four")
	}
	if err := checkOptions(&g, p.Options); err != nil {
		return g, p.At("options", 0, "", err.Error())
	}
	if _, err := Boards(p); err != nil {
		return g, err
	}
	if err := checkContest(&g, p); err != nil {
		return g, err
	}
	for i, s := range p.Stages {
		if s.Heat > len(g.Seats) {
			return g, p.At("stage", i, "heat", fmt.Sprintf("stage %d: heat = %d: %s has %d seats (%s)", i+1, s.Heat, g.Name, len(g.Seats), strings.Join(g.Seats, ", ")))
		}
		for _, opening := range s.Openings {
			if err := checkOptions(&g, opening); err != nil {
				return g, p.At("stage", i, "openings", err.Error()+"; "+config.NoFirstMoves)
			}
		}
	}
	return g, nil
}

func checkOptions(g *descriptor.Descriptor, options map[string]string) error {
	for _, key := range slices.Sorted(maps.Keys(options)) {
		if _, err := g.ParseOptions([]string{key + "=" + options[key]}); err != nil {
			return err
		}
	}
	return nil
}

// NewGame returns what makes the games of a contest, ready to play.
func NewGame(g *descriptor.Descriptor) func(s tournament.GameSetup, seats ...host.Seat) (*host.Game, error) {
	return func(s tournament.GameSetup, seats ...host.Seat) (*host.Game, error) {
		return g.NewGame(contestSettings(s), seats...)
	}
}

func contestSettings(s tournament.GameSetup) descriptor.Settings {
	settings := descriptor.Settings{
		Move: s.Move, First: time.Duration(s.Config.FirstTime), Handshake: time.Duration(s.Config.Handshake), Options: s.Options,
	}
	if s.Move < time.Duration(s.Config.MoveTime) { // a play-off's shorter limit holds for the first move too
		settings.First = 0
	}
	return settings
}

// Settings returns the settings of a game that the contest's file sets for all stages.
func Settings(p *config.Config) descriptor.Settings {
	return contestSettings(tournament.GameSetup{Config: p, Move: time.Duration(p.MoveTime), Options: p.Options})
}

// Boards returns the bounds of simulated boards that a contest's file sets. Its error is a
// *config.Error.
func Boards(p *config.Config) (model.Bounds, error) {
	b := &p.Boards
	most := model.Bounds{
		Boot: time.Duration(b.Boot), Load: time.Duration(b.Second), Answer: time.Duration(b.Answer), Game: time.Duration(b.Game),
		AnswerWall: time.Duration(b.AnswerWall), GameWall: time.Duration(b.GameWall),
	}
	if b.Clock != "" {
		hz, err := sim.ParseFrequency(b.Clock)
		if err != nil {
			return most, p.At("boards", 0, "clock", fmt.Sprintf("boards: clock = %.40q: %v", b.Clock, err))
		}
		most.Clock = hz
	}
	return most.OrDefault(), nil
}

// CheckArguments returns the arguments of loopline check for an entrant, with the contest's limits and options.
func CheckArguments(g *descriptor.Descriptor, p *config.Config, address string) []string {
	args := []string{
		address, "--game", g.Name, "--games", "1",
		fmt.Sprintf("--move-time=%v", time.Duration(p.MoveTime)), fmt.Sprintf("--connect-time=%v", time.Duration(p.Wait)),
	}
	if p.Handshake > 0 {
		args = append(args, fmt.Sprintf("--handshake=%v", time.Duration(p.Handshake)))
	}
	if p.FirstTime > 0 {
		args = append(args, fmt.Sprintf("--first-time=%v", time.Duration(p.FirstTime)))
	}
	for _, key := range slices.Sorted(maps.Keys(p.Options)) {
		args = append(args, "--option", key+"="+p.Options[key])
	}
	return args
}
