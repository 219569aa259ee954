package config

import (
	"fmt"
	"io"
	"time"

	"github.com/loopline/loopline/contest/pairing"
	"github.com/loopline/loopline/internal/humanize"
)

// WriteTimetable writes which rounds a config has, and how long they take when a game
// takes so long. Rounds of a Swiss stage and a knockout wait for their slowest match.
func (p *Config) WriteTimetable(w io.Writer, game time.Duration) error {
	field := len(p.Entrants)
	total, games, tables := time.Duration(0), 0, p.AllTables()
	for i := range p.Stages {
		s := &p.Stages[i]
		if s.Kind == Ladder {
			if _, err := fmt.Fprintf(w, "%s: %s of %d entrants, until %s\n", s.Name, s.Kind, field, s.Until); err != nil {
				return err
			}
			field = s.advancing(field)
			continue
		}
		rounds := s.sizes(field)
		waves, matches := 0, 0
		for _, n := range rounds {
			matches += n
			waves += (n + tables - 1) / tables
		}
		if s.Tabled() { // no round waits for another
			waves = max((matches+tables-1)/tables, len(rounds))
		}
		took := time.Duration(waves*s.Games) * game
		total += took
		games += matches * s.Games
		called := [2]string{"match", "matches"}
		if s.Kind == Tables {
			called = [2]string{"heat", "heats"}
		}
		if _, err := fmt.Fprintf(w, "%s: %s of %d entrants, %s, %s, %s, about %v\n", s.Name, s.Kind, field,
			humanize.Plural(len(rounds), "round", "rounds"), humanize.Plural(matches, called[0], called[1]),
			humanize.Plural(matches*s.Games, "game", "games"), took.Round(time.Second)); err != nil {
			return err
		}
		if text := s.unevenText(field); text != "" {
			if _, err := fmt.Fprintf(w, "%s: %s\n", s.Name, text); err != nil {
				return err
			}
		}
		field = s.advancing(field)
	}
	_, err := fmt.Fprintf(w, "%s at %s: about %v if a game takes %v; play-offs, void games and players that are waited for come on top\n",
		humanize.Plural(games, "game", "games"), humanize.Plural(tables, "table", "tables"), total.Round(time.Second), game)
	return err
}

// sizes are the matches of each round, if no entrant withdraws.
func (s *StageConfig) sizes(field int) (rounds []int) {
	switch s.Kind {
	case Swiss:
		for range s.SwissRounds(field) {
			rounds = append(rounds, field/2)
		}
	case Qualifier:
		for range s.House {
			rounds = append(rounds, field)
		}
	case Tables:
		for range s.HeatRounds(field) {
			rounds = append(rounds, len(pairing.HeatSizes(field, s.Heat, s.Smallest())))
		}
	case Gauntlet:
		for range (field - 1) * s.Times() {
			rounds = append(rounds, 1)
		}
	case RoundRobin:
		for group := range s.Groups {
			n := (field - group + s.Groups - 1) / s.Groups
			for r := range (n - 1 + n%2) * s.Times() {
				if r == len(rounds) {
					rounds = append(rounds, 0)
				}
				rounds[r] += n / 2
			}
		}
	case Knockout:
		for left := field; left > 1; {
			size := 1
			for size < left {
				size *= 2
			}
			rounds = append(rounds, left-size/2)
			left = size / 2
		}
		if s.ThirdPlace && field > 3 {
			rounds[len(rounds)-1]++
		}
	}
	return rounds
}

// Sample is a file for a contest, with a comment for every key.
const Sample = `# A contest day. docs/contest.md says more of each key.
name = "Spring cup"
game = "trax"                # loopline games lists them
move-time = "1s"             # limit for a move; also first-time, handshake
tables = 2                   # games that are played at once
tie-breaks = ["points", "direct", "games", "sonneborn-berger"]
void = "replay"              # a void game: replay (once), draw, nothing
wait = "5m"                  # how long a player that is not there is waited for
missing = "forfeit"          # then: forfeit the match, or withdraw the entrant
# seed = 1                   # of the lots; without it one is drawn and written down
# stall-credit = "1s"        # as of loopline play
# network = "replay"         # the network to a remote board is lost for good: the game is void, or forfeit
# network-voids = 2          # from this one on in a match the entrant whose network it was has lost; 0 is never
# network-wait = "1m"        # how long it is waited for
# network-share = "500ms"    # of a game, beyond measured round trips: more is charged; without it nothing is
# ponder = "off"             # programs stand still while they are not asked; or on (docs/security.md)
# cpus = [2, 3]              # processors that programs may run on; also of an entrant
# memory = "512MiB"          # most memory of a program, or none; also of an entrant
# options = { max-plies = "1000" }   # of the game: loopline games NAME lists them

[boards]                     # bounds of what a simulated board costs this machine
# clock = "200MHz"           # the fastest
# boot = "1s"                # the longest, in simulated time
# second = "50s"             # processor time for a second of simulated time
# answer = "2m"              # processor time for an answer
# answer-wall = "10m"        # and time on the wall
# game = "1h"                # processor time for all answers of a game
# game-wall = "3h"           # and time on the wall

# Entrants are listed in the order of their seeds. No two have one name or one address.
[[entrant]]
name = "Team A"
address = "bot:search?depth=2"   # or serial:sn=FT4X1ABC, exec:./mybot, tcp:HOST:PORT, sim:DIR
team = "University A"
note = "a board with an iCE40"

[[entrant]]
name = "Team B"
address = "bot:greedy"

[[entrant]]
name = "Team C"
address = "bot:random?seed=1"

[[entrant]]
name = "Team D"
address = "bot:random?seed=2"

[[stage]]
name = "groups"
kind = "round-robin"         # swiss (rounds), knockout, gauntlet (one), tables (heat), ladder (until)
groups = 1
games = 2                    # a match; seats change after each
advance = 2                  # of each group
# by = "score"               # so many of all groups together, by this tie-break
# draw = "lots"              # instead of the order of seeds
# double = true              # everybody meets twice
# openings = [{ max-plies = "1000" }, { max-plies = "2000" }]   # options of the game, match by match: a map, a seed

[[stage]]
name = "finals"
kind = "knockout"
games = 2                    # or best-of = 3
# third-place = true
play-off = ["games", "lots"] # a match that ends even: two games more, then lots; or seed
play-off-time = "500ms"      # limit for a move in those games
`
