package main

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/loopline/loopline/trax/engine"
)

// defaultBot is who plays for a bare bot address.
const defaultBot = "search"

// botSpec is which bot plays and how.
type botSpec struct {
	name    string
	options engine.Options
	// limit is the time it thinks for a move, 0 for as long as it may.
	limit time.Duration
}

// parseBot reads NAME?seed=1&depth=3&nodes=10000&time=200ms, all of it
// optional.
func parseBot(s string) (botSpec, error) {
	name, query, _ := strings.Cut(s, "?")
	b := botSpec{name: name}
	if name == "" {
		b.name = defaultBot
	}
	options, err := url.ParseQuery(query)
	if err != nil {
		return b, fmt.Errorf("bot %.40q: options are written ?seed=1&depth=3", s)
	}
	for key, values := range options {
		if len(values) > 1 {
			return b, fmt.Errorf("bot %.40q: option %q is given twice", s, key)
		}
		if err := b.set(key, values[0]); err != nil {
			return b, fmt.Errorf("bot %.40q: %w", s, err)
		}
	}
	_, err = engine.New(b.name, b.options)
	return b, err
}

// set sets one option.
func (b *botSpec) set(key, value string) (err error) {
	switch key {
	case "seed":
		b.options.Seed, err = strconv.ParseUint(value, 10, 64)
	case "depth":
		b.options.Depth, err = strconv.Atoi(value)
	case "nodes":
		b.options.Nodes, err = strconv.ParseInt(value, 10, 64)
	case "time":
		b.limit, err = time.ParseDuration(value)
		if err == nil && b.limit <= 0 {
			err = fmt.Errorf("not above 0")
		}
		if err != nil {
			return fmt.Errorf("time %.40q is no duration such as 200ms", value)
		}
	default:
		return fmt.Errorf("no option %.40q; there are seed, depth, nodes, time", key)
	}
	if err != nil {
		return fmt.Errorf("%s %.40q is no whole number", key, value)
	}
	return nil
}

// contestant makes the bot ready to play with at most limit for a move.
func (b botSpec) contestant(team string, limit time.Duration, say func(string)) (*contestant, error) {
	bot, err := engine.New(b.name, b.options)
	if err != nil {
		return nil, err
	}
	if b.limit > 0 {
		limit = min(limit, b.limit)
	}
	return &contestant{team: team, limit: limit, chooser: bot, say: say}, nil
}
