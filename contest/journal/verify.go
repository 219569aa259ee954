package journal

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/audit"
	"github.com/loopline/loopline/host/record"
)

// Verification is the result of verifying a contest.
type Verification struct {
	Decisions int
	Games     int    // that were played, and verified
	Sum       string // of the last decision: it covers the whole day
	Over      bool

	// Network lists agents that left more to the network than their round trips take,
	// in a line for a game: that alone does not count as a difference.
	Network []string

	// Differences lists everything that differs from the derived contest, in order, each
	// with its place. Empty means that the contest is intact.
	Differences []error
}

// Verify derives a contest again from its folder: every pairing and every lot from the
// decisions before it, every verdict from its record, by what game verifies one; and
// that there is nothing in the folder that no decision covers.
func Verify(dir string, game func(*record.Game) (host.ReplayReport, error)) Verification {
	return VerifyIn(context.Background(), tournament.Env{}, dir, game)
}

// VerifyIn is [Verify] in the files of e. The end of ctx ends it, and is a difference.
func VerifyIn(ctx context.Context, e tournament.Env, dir string, game func(*record.Game) (host.ReplayReport, error)) Verification {
	v := verifier{game: game, finished: map[string][]tournament.Decision{}, lost: map[int][]int{}, entrants: map[int][]int{}}
	d, err := e.Checked(dir, v.decision)
	if err != nil {
		v.wrong(err)
		return v.Verification
	}
	v.Decisions, v.Sum = len(d.Decisions), d.Sum
	if d.Config == nil {
		v.wrong(&tournament.FileError{File: d.Path(tournament.DecisionsFile), Line: 0, Err: tournament.ErrNotBegun})
		return v.Verification
	}
	v.Over = standing.Over(d)
	if err := CheckConfig(d); err != nil {
		v.wrong(err)
	}
	if d.PartialTail > 0 {
		v.wrong(&tournament.FileError{File: d.Path(tournament.DecisionsFile), Line: len(d.Decisions) + 1, Err: errors.New("the line is cut: a writer was stopped in it, or writes it now")})
	}
	v.records(ctx, d)
	v.uploads(d)
	return v.Verification
}

type verifier struct {
	Verification
	game     func(*record.Game) (host.ReplayReport, error)
	finished map[string][]tournament.Decision // by match
	lost     map[int][]int                    // Match.Lost before a decision, by its number
	entrants map[int][]int                    // Match.Entrants then
}

func (v *verifier) wrong(err error) { v.Differences = append(v.Differences, err) }

// decision derives a decision that follows from those before it.
func (v *verifier) decision(d *tournament.Tournament, c *tournament.Decision) error {
	switch c.Type {
	case tournament.Opened:
		return v.maps(d, c)
	case tournament.Paired, tournament.DecidedByLots, tournament.Disqualified:
		due, ok := standing.NextDecision(d)
		if !ok {
			return fmt.Errorf("%s: nothing was to be decided by itself here", c.Type)
		}
		return c.CheckDue(due)
	case tournament.Started:
		return d.CheckAway(c)
	case tournament.Finished:
		match, _, _, err := tournament.ParseGameID(c.Game)
		if err != nil {
			return err
		}
		v.finished[match] = append(v.finished[match], *c)
		if m := d.Match(match); m != nil {
			v.lost[c.N], v.entrants[c.N] = slices.Clone(m.Lost), m.Entrants
		}
	}
	return nil
}

// maps compares the maps of the first decision with the file and the seed.
func (v *verifier) maps(d *tournament.Tournament, c *tournament.Decision) error {
	if d.Env.CheckMaps == nil || c.Seed == nil {
		return nil
	}
	plan, err := config.Parse(config.File, c.Plan)
	if err != nil {
		return nil // it is told when the decision is taken in
	}
	return d.Env.CheckMaps(plan, *c.Seed, c.Maps)
}

// records derives the verdicts of all records.
func (v *verifier) records(ctx context.Context, d *tournament.Tournament) {
	files, err := d.Env.FS().ReadDir(d.Path(tournament.RecordsFolder))
	if err != nil {
		v.wrong(err)
	}
	there := map[string]bool{}
	for _, f := range files {
		there[d.Path(tournament.RecordsFolder, f.Name())] = true
	}
	var matches []string
	for match := range v.finished {
		matches = append(matches, match)
	}
	slices.Sort(matches)
	known := d.BegunRecords()
	for _, match := range matches {
		if !there[d.Record(match)] {
			v.wrong(&tournament.FileError{File: d.Record(match), Line: 0, Err: errors.New("the record is missing")})
		}
	}
	for _, f := range files {
		name := d.Path(tournament.RecordsFolder, f.Name())
		match, ok := known[name]
		if !ok {
			v.wrong(&tournament.FileError{File: name, Line: 0, Err: errors.New("no match of the day has this record")})
			continue
		}
		if v.record(ctx, d, match); ctx.Err() != nil {
			v.wrong(context.Cause(ctx))
			return
		}
	}
}

// record derives the verdicts of a match's record.
func (v *verifier) record(ctx context.Context, d *tournament.Tournament, match string) {
	name := d.Record(match)
	f, err := d.Env.OpenRead(name)
	if err != nil {
		v.wrong(err)
		return
	}
	defer f.Close()
	games := map[string]*record.Game{}
	a := audit.Auditor{Verify: func(g *record.Game) (host.ReplayReport, error) {
		if err := context.Cause(ctx); err != nil {
			return host.ReplayReport{}, err
		}
		games[g.Header().ID] = g
		return v.game(g)
	}}
	for found, err := range a.Record(f) {
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			v.wrong(fmt.Errorf("%s: %w", name, err))
			return
		case found.Status == audit.Damaged:
			v.wrong(errors.New(found.String()))
			return
		case found.Status == audit.Differs:
			v.wrong(&tournament.FileError{File: name, Line: found.Line, Err: errors.New(found.Detail)})
		case found.Status == audit.OK:
			v.Games++
		}
	}
	for id, g := range games {
		if _, err := d.Belongs(id, match, g); err != nil {
			v.wrong(&tournament.FileError{File: name, Line: g.Header().Line, Err: err})
		}
	}
	for _, c := range v.finished[match] {
		g := games[c.Game]
		if g == nil {
			v.wrong(&tournament.FileError{File: d.Path(tournament.DecisionsFile), Line: c.N, Err: fmt.Errorf("game %s is not in %s", c.Game, filepath.Base(name))})
			continue
		}
		derived, err := d.CheckOutcome(c, v.entrants[c.N], v.lost[c.N], g)
		if err != nil {
			v.wrong(&tournament.FileError{File: d.Path(tournament.DecisionsFile), Line: c.N, Err: err})
		}
		if derived != nil {
			for _, n := range derived.Network {
				v.Network = append(v.Network, c.Game+": "+n.String())
			}
		}
	}
}
