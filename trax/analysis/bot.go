package analysis

import (
	"fmt"

	"github.com/loopline/loopline/trax/engine"
)

// Depths by which moves are valued when the bot has none of its own.
const (
	defaultDepth = 3
	greedyDepth  = 2
)

// Depth is by how many plies the moves of a bot are valued: by those that were
// asked for, by its own, or by as many as suit it. The error comes from a depth
// out of range.
func Depth(bot engine.Spec, asked int) (int, error) {
	depth := asked
	switch {
	case depth != 0:
	case bot.Options.Depth != 0:
		depth = bot.Options.Depth
	case bot.Name == "search":
		depth = defaultDepth
	default:
		depth = greedyDepth
	}
	_, err := engine.NewAnalyzer(depth, nil)
	return depth, err
}

// ParseBot reads the name of a bot to compare with, and by how many plies moves are
// valued, as [Depth] has it. Its error names the option.
func ParseBot(name string, asked int) (spec engine.Spec, depth int, err error) {
	if spec, err = engine.ParseSpec(name); err != nil {
		return spec, 0, fmt.Errorf("--bot: %w", err)
	}
	if depth, err = Depth(spec, asked); err != nil {
		return spec, 0, fmt.Errorf("--depth: %w", err)
	}
	return spec, depth, nil
}

// ValidateReference refuses a bot that does not play the same again. The address
// is for the error.
func ValidateReference(address, bot string) error {
	spec, err := engine.ParseSpec(bot)
	if err != nil {
		return err
	}
	if o := spec.Options; spec.Name == "search" && o.Depth == 0 && o.Nodes == 0 {
		return fmt.Errorf("%s plays by the clock, not the same again; "+
			"bound it, such as bot:search?depth=3", address)
	}
	return nil
}
