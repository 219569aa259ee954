package simulate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/tournament"
)

// decoded is a decision from its line.
func decoded(line string) (c tournament.Decision, ok bool) {
	return c, strings.HasSuffix(line, "\n") && json.Unmarshal([]byte(line), &c) == nil
}

// check wants a contest that is over to be as it should be.
func (d *day) check() error {
	d.kept()
	if err := d.failed(); err != nil {
		return err
	}
	env := d.env("verify")
	v := journal.VerifyIn(context.Background(), env, folder, verify)
	switch {
	case len(v.Differences) > 0:
		return fmt.Errorf("verify: %w", v.Differences[0])
	case !v.Over:
		return fmt.Errorf("verify: the day is not over")
	}
	text, _ := d.disk.Seen(path.Join(folder, tournament.DecisionsFile))
	decisions := d.decisions()
	if err := chained(string(text), len(decisions)); err != nil {
		return err
	}
	if err := d.checkGames(decisions); err != nil {
		return err
	}
	is, err := env.Read(folder)
	if err != nil {
		return err
	}
	return checkStandings(is, decisions)
}

// chained wants every line to be a decision behind the one before it.
func chained(text string, decisions int) error {
	last, n := "", 0
	for line := range strings.Lines(text) {
		n++
		at := strings.LastIndex(line, `,"sum":"`)
		if at < 0 {
			return fmt.Errorf("decision %d has no sum", n)
		}
		hash := sha256.Sum256([]byte(last + line[:at] + "}"))
		if last = hex.EncodeToString(hash[:16]); line[at:] != `,"sum":"`+last+"\"}\n" {
			return fmt.Errorf("decision %d does not follow the one before it", n)
		}
	}
	if n != decisions {
		return fmt.Errorf("there are %d lines and %d decisions", n, decisions)
	}
	return nil
}

// checkGames wants nothing that was played to be lost or played twice, what was shown
// to be what counts, and honest entrants to lose by the game alone.
func (d *day) checkGames(decisions []tournament.Decision) error {
	finished, begun := map[string]tournament.Decision{}, map[string]int{}
	for i, c := range decisions {
		switch c.Type {
		case tournament.Started:
			if _, twice := begun[c.Game]; twice {
				return fmt.Errorf("game %s was begun twice", c.Game)
			}
			begun[c.Game] = i
		case tournament.Finished:
			if _, twice := finished[c.Game]; twice {
				return fmt.Errorf("game %s counts twice", c.Game)
			}
			finished[c.Game] = c
		}
	}
	// set tells that the director decided about a game, or about what it depends on.
	set := func(game string) bool {
		i, ok := begun[game]
		return !ok || slices.ContainsFunc(decisions[i:], func(c tournament.Decision) bool {
			return c.Cascade || c.Type == tournament.Withdrawn ||
				c.Game == game && slices.Contains([]string{
					tournament.Voided, tournament.Replayed, tournament.Adjudicated, tournament.Amended,
				}, c.Type)
		})
	}
	for game, sum := range d.owed {
		if c, ok := finished[game]; (!ok || c.Record != sum) && !set(game) {
			return fmt.Errorf("game %s was played to its end, and was on the disk when the run ended; it was lost, or played again", game)
		}
	}
	for game, s := range d.shown {
		c, ok := finished[game]
		if !ok && !set(game) {
			return fmt.Errorf("game %s: pages showed that it ended (%s); that does not count", game, s.reason)
		}
		if ok && c.Reason != s.reason {
			return fmt.Errorf("game %s: pages showed that it ended (%s), and it counts as %s", game, s.reason, c.Reason)
		}
	}
	for game, c := range finished {
		if err := d.checkHonest(decisions, game, c); err != nil {
			return err
		}
	}
	return nil
}

// checkHonest fails if an entrant lost by a foul that its script does not commit.
func (d *day) checkHonest(decisions []tournament.Decision, game string, c tournament.Decision) error {
	if c.Winner == "" || c.Reason == higher {
		return nil
	}
	match := game[:strings.LastIndex(game[:strings.LastIndex(game, "/")], "/")]
	for i := begunAt(decisions, game); i >= 0; i-- {
		for _, p := range decisions[i].Pairs {
			if fmt.Sprintf("%s/%d/%d", decisions[i].Stage, decisions[i].Round, p.Pair) == match {
				return d.checkLoser(game, c, p)
			}
		}
	}
	plan, err := config.Parse("day.toml", d.planText)
	if err != nil {
		return err
	}
	for stage, rounds := range newLedger(plan, decisions).rounds { // of a late entrant
		for _, round := range rounds {
			for _, p := range round.Pairs {
				if fmt.Sprintf("%s/%d/%d", stage, round.Round, p.Pair) == match {
					return d.checkLoser(game, c, p)
				}
			}
		}
	}
	return fmt.Errorf("game %s was never paired", game)
}

// checkLoser wants the loser of a pair not to be honest.
func (d *day) checkLoser(game string, c tournament.Decision, p tournament.PairedWith) error {
	loser := p.First
	if c.Winner == loser {
		loser = p.Second
	}
	if d.entrantOf(loser).honest {
		return fmt.Errorf("game %s: %s, who is honest, lost by %s", game, loser, c.Reason)
	}
	return nil
}

func begunAt(decisions []tournament.Decision, game string) int {
	return slices.IndexFunc(decisions, func(c tournament.Decision) bool {
		return c.Type == tournament.Started && c.Game == game
	})
}
