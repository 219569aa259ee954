package journal

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/internal/say"
)

// Submit decides that a team of the desk handed in a version that passed the check, unless that is
// decided, or the contest is over. A team without an entrant that plays is none of the contest's.
func (j *DecisionLog) Submit(team string, v config.DeskVersion) error {
	_, err := j.Append(func(d *tournament.Tournament) (*tournament.Decision, error) {
		e := d.AtDesk(team)
		if e == nil || standing.Over(d) || slices.ContainsFunc(e.Versions(), func(is config.DeskVersion) bool { return is.Number == v.Number }) {
			return nil, nil
		}
		return &tournament.Decision{Type: tournament.Submitted, By: config.DeskScheme, Entrant: e.Name, Version: v.Number, For: v.For, Upload: v.Upload}, nil
	})
	return err
}

// ErrNotInContest is the error of a team that has no entrant, or whose entrant has withdrawn.
var ErrNotInContest = say.Errorf("no entrant of the contest belongs to this team")

// ErrContestOver is the error of a choice that no match could play any more.
var ErrContestOver = say.Errorf("the contest is over; no choice counts any more")

// Choose decides which version of a team plays on a type of maps, "" for all, in matches that begin
// from now on; 0 is the newest. When the contest is over the error is ErrContestOver.
func (j *DecisionLog) Choose(team, mapType string, version int) error {
	_, err := j.Append(func(d *tournament.Tournament) (*tournament.Decision, error) {
		e := d.AtDesk(team)
		switch {
		case e == nil:
			return nil, ErrNotInContest
		case standing.Over(d):
			return nil, ErrContestOver
		case e.Choices()[mapType] == version:
			return nil, nil
		}
		return &tournament.Decision{Type: tournament.Chosen, By: config.DeskScheme, Entrant: e.Name, Version: version, For: mapType}, nil
	})
	return err
}

// uploads wants the versions that were handed in to be in the folder as they came. Those that are not
// there are no difference: teams need not publish theirs.
func (v *verifier) uploads(d *tournament.Tournament) {
	for _, e := range d.Entrants {
		team, ok := e.DeskTeam()
		for _, is := range e.Versions() {
			if !ok {
				continue
			}
			name := d.Path(tournament.DeskFolder, team, strconv.Itoa(is.Number), "upload")
			switch sum, err := fileSum(d, name); {
			case errors.Is(err, fs.ErrNotExist):
			case err != nil:
				v.wrong(&tournament.FileError{File: name, Line: 0, Err: err})
			case sum != is.Upload:
				v.wrong(&tournament.FileError{File: name, Line: 0, Err: fmt.Errorf("%s handed in another file as version %d", e.Name, is.Number)})
			}
		}
	}
}

func fileSum(d *tournament.Tournament, name string) (string, error) {
	f, err := d.Env.OpenRead(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	hash := sha256.New()
	_, err = io.Copy(hash, f)
	return hex.EncodeToString(hash.Sum(nil)), err
}
