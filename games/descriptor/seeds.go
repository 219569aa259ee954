package descriptor

import (
	"maps"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/addropts"
)

// DefaultSeed is the seed of a match whose organiser names none.
const DefaultSeed = 1

// OptionSeed is the option that games draw maps, boards and fields from, and the one of
// a bot's address.
const OptionSeed = "seed"

// pairSeed draws a seed for a pair of games, counted from 0: for what all play on with n
// 0, else for a player. Seeds have at most six digits, so that they are easy to type.
func pairSeed(match uint64, pair, n int) uint64 {
	return 1 + rand.New(rand.NewPCG(match, uint64(pair)<<16|uint64(n))).Uint64N(999_999)
}

// PairSettings returns the settings of a pair of games of a match, counted from 0. Where
// no seed is given, the first pair has the match's, and each later one its own.
func (g *Descriptor) PairSettings(s Settings, match uint64, pair int) Settings {
	_, given := s.Options[OptionSeed]
	if _, draws := g.Option(OptionSeed); given || !draws {
		return s
	}
	seed := match
	if pair > 0 {
		seed = pairSeed(match, pair, 0)
	}
	s.Options = maps.Clone(s.Options)
	if s.Options == nil {
		s.Options = map[string]string{}
	}
	s.Options[OptionSeed] = strconv.FormatUint(seed, 10)
	return s
}

// PairAddress returns the address of the match's who-th player, counted from 0, for a
// seat in a pair of games: a bot that has no seed gets one.
func (g *Descriptor) PairAddress(address string, match uint64, pair, who, seat int) string {
	a, err := addr.Parse(address)
	if err != nil || a.Scheme != addr.SchemeBot {
		return address
	}
	name, options, err := addropts.Split(a.Name)
	if _, given := options.Get(OptionSeed); err != nil || given {
		return address
	}
	if name == "" {
		name = g.Bots[0]
	}
	mark := "?"
	if strings.Contains(a.Name, "?") {
		name, mark = a.Name, "&"
	}
	a.Name = name + mark + OptionSeed + "=" + strconv.FormatUint(pairSeed(match, pair, 1+who*record.MaxSeats+seat), 10)
	if _, err := g.NewBot(a.Name, BotOptions{Team: "LL", Limit: time.Second, Notify: func(string) {}}); err != nil {
		return address
	}
	return a.String()
}
