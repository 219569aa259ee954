package desk

import (
	"cmp"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/internal/durable"
	"github.com/loopline/loopline/internal/say"
)

// choiceFile has the versions that a team chose, by the type of maps, until the contest begins; from
// then on its decisions have them.
const choiceFile = "choice.json"

// choices reads what a team chose before the contest began.
func (d *Desk) choices(team string) (map[string]int, error) {
	all := map[string]int{}
	err := readJSON(d.folder(team, choiceFile), &all, "remove the file")
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	return all, nil
}

// Choose has a version of a team play in the matches that begin from now on, on the maps that it is
// for; 0 is the newest that passed, on the maps of a type. After the deadline, and when the contest is over,
// every choice stays: the errors are ErrLate and [journal.ErrContestOver].
func (d *Desk) Choose(team, mapType string, number int) error {
	if err := d.Closed(); err != nil {
		return err
	}
	d.numbering.Lock()
	defer d.numbering.Unlock()
	if number != 0 {
		v, err := d.Version(team, number)
		if err != nil {
			return err
		}
		if v.State != Passed {
			return say.Errorf("version %d has not passed the check", number)
		}
		mapType = v.For
	} else if mapType != "" && !slices.Contains(d.Plan.DeskTypes(), mapType) {
		return say.Errorf("no map is of type %.20q", mapType)
	}
	all, err := d.choices(team)
	if err != nil {
		return err
	}
	if all[mapType] = number; number == 0 {
		delete(all, mapType)
	}
	text, err := json.Marshal(all)
	if err != nil {
		return err
	}
	log, err := d.log()
	if err != nil {
		return err
	}
	over := false
	if log != nil {
		defer log.Close()
		if err := log.View(func(t *tournament.Tournament) { over = standing.Over(t) }); err != nil {
			return err
		}
	}
	if over {
		return journal.ErrContestOver
	}
	if err := durable.Write(d.folder(team, choiceFile), append(text, '\n')); err != nil || log == nil {
		return err
	}
	return d.submit(log, team)
}

// log opens the decisions of the contest; nil before it has begun.
func (d *Desk) log() (*journal.DecisionLog, error) {
	log, err := journal.Open(d.Dir, nil, 0, "")
	if errors.Is(err, tournament.ErrNotBegun) {
		return nil, nil
	}
	return log, err
}

// Sync has the contest decide upon the versions that passed, and upon choices, that it does not know.
// Before it has begun there is nothing to do: whoever begins it calls Import.
func (d *Desk) Sync() error {
	log, err := d.log()
	if log == nil || err != nil {
		return err
	}
	defer log.Close()
	return d.Import(log)
}

// Import is Sync with the decisions of a contest that begins or goes on. The desk need not be open.
func (d *Desk) Import(log *journal.DecisionLog) error {
	teams, err := d.teams()
	for _, team := range teams {
		err = cmp.Or(err, d.submit(log, team))
	}
	return err
}

// teams lists who has handed something in.
func (d *Desk) teams() (teams []string, err error) {
	entries, err := os.ReadDir(filepath.Join(d.Dir, tournament.DeskFolder))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if _, _, ok := config.ParseDesk(config.DeskScheme + ":" + e.Name()); ok && e.IsDir() {
			teams = append(teams, e.Name())
		}
	}
	return teams, err
}

// submit takes a team's versions and its choices into the decisions, unless the contest is over: a check that
// ends then changes nothing.
func (d *Desk) submit(log *journal.DecisionLog, team string) error {
	var known []config.DeskVersion
	var chosen map[string]int
	if err := log.View(func(t *tournament.Tournament) {
		if e := t.AtDesk(team); e != nil && !standing.Over(t) {
			known, chosen = e.Versions(), e.Choices()
		}
	}); err != nil || chosen == nil {
		return err
	}
	versions, err := d.Versions(team)
	if err != nil {
		return err
	}
	for _, v := range slices.Backward(versions) {
		if v.State == Passed && !slices.Contains(known, v.DeskVersion) {
			if err := log.Submit(team, v.DeskVersion); err != nil {
				return err
			}
		}
	}
	wanted, err := d.choices(team)
	if err != nil {
		return err
	}
	for mapType := range chosen {
		wanted[mapType] += 0 // the newest again, where nothing is chosen any more
	}
	for mapType, number := range wanted {
		if chosen[mapType] != number {
			if err := log.Choose(team, mapType, number); err != nil {
				return err
			}
		}
	}
	return nil
}

// Name is the name of a team's entrant, or the team where it has none.
func (d *Desk) Name(team string) string {
	if t, err := tournament.Read(d.Dir); err == nil {
		if e := t.AtDesk(team); e != nil {
			return e.Name
		}
	}
	for _, e := range d.Plan.Entrants {
		if own, _, ok := config.ParseDesk(e.Address); ok && own == team {
			return e.Name
		}
	}
	return team
}

// Playing says which version of a team plays.
type Playing struct {
	Next   config.DeskVersion // in matches that begin from now on; its number is 0 while none has passed
	Chosen bool               // by the team, and not as the newest
	Match  string             // that the team plays now; empty for none
	Now    config.DeskVersion // in that match
}

// Playing returns what plays for a team on a type of maps, "" for all.
func (d *Desk) Playing(team, mapType string) (p Playing, err error) {
	t, err := tournament.Read(d.Dir)
	if err == nil {
		if e := t.AtDesk(team); e != nil {
			p.Next, _ = e.Playing(mapType)
			p.Chosen = e.Choices()[mapType] > 0
			p.Match, p.Now = t.PlaysNow(e)
		}
		return p, nil
	}
	if !errors.Is(err, tournament.ErrNotBegun) {
		return p, err
	}
	chosen, err := d.choices(team)
	if err != nil {
		return p, err
	}
	versions, err := d.Versions(team)
	if err != nil {
		return p, err
	}
	var passed []config.DeskVersion
	for _, v := range slices.Backward(versions) {
		if v.State == Passed {
			passed = append(passed, v.DeskVersion)
		}
	}
	p.Next, _ = tournament.PickVersion(passed, chosen, mapType)
	p.Chosen = chosen[mapType] > 0
	return p, nil
}
