package descriptor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/loopline/loopline/host/terminal"
)

// Settings are the organiser's settings of a game. A zero time is the
// game's default.
type Settings struct {
	Move      time.Duration // for a move
	First     time.Duration // for each seat's first move; as Move
	Handshake time.Duration // for the first answer of a player
	Strict    bool          // an unsolicited line loses
	Person    time.Duration // for a move of a person, who plays; 0 without one

	// Options are values of the game's own options, by their names. Those that
	// are missing have their default.
	Options map[string]string
}

// Option is something that a game lets the organiser decide.
type Option struct {
	Name    string
	Default string
	Meaning string // a phrase for help texts

	// Validate tells what is wrong with a value; nil takes every value.
	Validate func(value string) error
}

// ParseOptions reads options written KEY=VALUE, or several of them with commas
// between them. The error names the key and what the game knows instead.
func (g *Descriptor) ParseOptions(pairs []string) (map[string]string, error) {
	values := map[string]string{}
	for _, pair := range g.separated(pairs) {
		key, value, ok := strings.Cut(pair, "=")
		option, known := g.Option(key)
		_, twice := values[key]
		switch {
		case !ok:
			return nil, fmt.Errorf("option %.40q has no value; write KEY=VALUE", pair)
		case !known:
			return nil, fmt.Errorf("%s has no option %.40q; %s", g.Name, key, g.knownOptions())
		case twice:
			return nil, fmt.Errorf("option %s is given twice", key)
		}
		if option.Validate != nil {
			if err := option.Validate(value); err != nil {
				return nil, fmt.Errorf("option %s=%.40s: %w", key, value, err)
			}
		}
		values[key] = value
	}
	return values, nil
}

// separated cuts pairs at commas behind which an option of the game follows; any
// other comma is part of a value.
func (g *Descriptor) separated(pairs []string) (all []string) {
	for _, pair := range pairs {
		for i, part := range strings.Split(pair, ",") {
			key, _, is := strings.Cut(part, "=")
			if _, known := g.Option(key); i > 0 && !(is && known) {
				all[len(all)-1] += "," + part
				continue
			}
			all = append(all, part)
		}
	}
	return all
}

// Option returns the option with a name; false is of none.
func (g *Descriptor) Option(name string) (Option, bool) {
	for _, o := range g.Options {
		if o.Name == name {
			return o, true
		}
	}
	return Option{}, false
}

func (g *Descriptor) knownOptions() string {
	if len(g.Options) == 0 {
		return "it has none"
	}
	var names []string
	for _, o := range g.Options {
		names = append(names, o.Name)
	}
	return "there are " + strings.Join(names, ", ")
}

// Value returns the value of an option, or its default.
func (g *Descriptor) Value(s Settings, name string) string {
	if value, ok := s.Options[name]; ok {
		return value
	}
	o, _ := g.Option(name)
	return o.Default
}

// HasColours reports whether the game has a white and a red seat.
func (g *Descriptor) HasColours() bool { return slices.Equal(g.Seats, []string{"white", "red"}) }

// AssignColours makes the list of players of those that were named by color,
// which only a game with a white and a red seat has. Others are the players
// that were named in the order of the seats.
func (g *Descriptor) AssignColours(white, red string, others []string) ([]string, error) {
	if !g.HasColours() {
		return nil, fmt.Errorf("%s has no white and red; name the players in the order of its seats: %s",
			g.Name, strings.Join(g.Seats, ", "))
	}
	if len(others) > 0 {
		return nil, errors.New("players are named as arguments or by --white and --red, not both")
	}
	players := []string{white, red}
	for i, address := range players {
		if address == "" {
			return nil, fmt.Errorf("--%s is missing: the address of a player, such as bot", g.Seats[i])
		}
	}
	return players, nil
}

// ValidateSeats returns an error if the game has no such number of players.
func (g *Descriptor) ValidateSeats(players int) error {
	switch {
	case players < g.MinSeats && g.MinSeats == len(g.Seats):
		return fmt.Errorf("%s needs %d players (%s), not %d", g.Name, g.MinSeats, strings.Join(g.Seats, ", "), players)
	case players < g.MinSeats:
		return fmt.Errorf("%s needs at least %d players, not %d", g.Name, g.MinSeats, players)
	case players > len(g.Seats):
		return fmt.Errorf("%s has %d seats (%s), not %d", g.Name, len(g.Seats), strings.Join(g.Seats, ", "), players)
	}
	return nil
}

// Terminal is the terminal of a person who plays.
type Terminal struct {
	Out   io.Writer
	Style terminal.Style
	// Read returns the next line that is typed, or io.EOF.
	Read func(ctx context.Context) (string, error)
}
