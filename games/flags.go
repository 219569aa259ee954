package games

import (
	"github.com/spf13/pflag"

	"github.com/loopline/loopline/games/descriptor"
)

// CommandFlags are the flags that single games have of a command, and their values.
type CommandFlags struct {
	games []commandFlags
}

type commandFlags struct {
	name, title string // of the game
	flags       *pflag.FlagSet
	values      descriptor.FlagValues
}

// NewCommandFlags makes the flags that games have of a command, by its name.
func NewCommandFlags(command string) *CommandFlags {
	c := &CommandFlags{}
	for _, g := range All() {
		if g.Flags == nil {
			continue
		}
		of := commandFlags{name: g.Name, title: g.Title, flags: pflag.NewFlagSet(g.Name, pflag.ContinueOnError)}
		of.flags.SortFlags = false
		if of.values = g.Flags(command, of.flags); of.values != nil {
			c.games = append(c.games, of)
		}
	}
	return c
}

// AddTo adds the flags to those of the command.
func (c *CommandFlags) AddTo(f *pflag.FlagSet) {
	for _, of := range c.games {
		f.AddFlagSet(of.flags)
	}
}

// Of returns the values of a game's flags; nil of a game that has none. So it is without a command.
func (c *CommandFlags) Of(game string) descriptor.FlagValues {
	if c == nil {
		return nil
	}
	for _, of := range c.games {
		if of.name == game {
			return of.values
		}
	}
	return nil
}

// Check finds what is out of range, by the names of the flags.
func (c *CommandFlags) Check() error {
	for _, of := range c.games {
		if err := of.values.Check(); err != nil {
			return err
		}
	}
	return nil
}

// Foreign returns the flags of another game of which one is given, with the title of that game; none if there is no such game. First
// is the one that is given.
func (c *CommandFlags) Foreign(game string, given func(*pflag.Flag) bool) (first string, all []string, title string) {
	for _, of := range c.games {
		if of.name == game {
			continue
		}
		all = nil
		of.flags.VisitAll(func(f *pflag.Flag) {
			all = append(all, f.Name)
			if first == "" && given(f) {
				first = f.Name
			}
		})
		if first != "" {
			return first, all, of.title
		}
	}
	return "", nil, ""
}
