package tournament

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"

	"github.com/loopline/loopline/internal/say"
)

// Submit decides that a team of the desk handed in a version that passed the check, unless that is
// decided, or the contest is over. A team without an entrant that plays is none of the contest's.
func (j *DecisionLog) Submit(team string, v DeskVersion) error {
	_, err := j.Append(func(d *Tournament) (*Decision, error) {
		e := d.AtDesk(team)
		if e == nil || d.Over() || slices.ContainsFunc(e.Versions(), func(is DeskVersion) bool { return is.Number == v.Number }) {
			return nil, nil
		}
		return &Decision{Type: Submitted, By: DeskScheme, Entrant: e.Name, Version: v.Number, For: v.For, Upload: v.Upload}, nil
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
	_, err := j.Append(func(d *Tournament) (*Decision, error) {
		e := d.AtDesk(team)
		switch {
		case e == nil:
			return nil, ErrNotInContest
		case d.Over():
			return nil, ErrContestOver
		case e.Choices()[mapType] == version:
			return nil, nil
		}
		return &Decision{Type: Chosen, By: DeskScheme, Entrant: e.Name, Version: version, For: mapType}, nil
	})
	return err
}

// uploads wants the versions that were handed in to be in the folder as they came. Those that are not
// there are no difference: teams need not publish theirs.
func (v *verifier) uploads(d *Tournament) {
	for _, e := range d.Entrants {
		team, ok := e.DeskTeam()
		for _, is := range e.Versions() {
			if !ok {
				continue
			}
			name := d.Path(DeskFolder, team, strconv.Itoa(is.Number), "upload")
			switch sum, err := d.fileSum(name); {
			case errors.Is(err, fs.ErrNotExist):
			case err != nil:
				v.wrong(&FileError{name, 0, err})
			case sum != is.Upload:
				v.wrong(&FileError{name, 0, fmt.Errorf("%s handed in another file as version %d", e.Name, is.Number)})
			}
		}
	}
}

func (d *Tournament) fileSum(name string) (string, error) {
	f, err := d.env.open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	hash := sha256.New()
	_, err = io.Copy(hash, f)
	return hex.EncodeToString(hash.Sum(nil)), err
}
