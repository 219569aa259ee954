package desk

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/internal/durable"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/vfs"
)

// The states of a version.
const (
	Checking = "checking" // it waits for its check, or is being checked
	Passed   = "passed"   // it may play
	Failed   = "failed"   // it never plays
)

// Version is one upload of a team.
type Version struct {
	config.DeskVersion
	Name  string    `json:"name"` // of the file, as the team's machine calls it
	Size  int64     `json:"size"` // in bytes
	Time  time.Time `json:"time"` // when its last byte was there
	State string    `json:"state"`

	Want    string `json:"want,omitempty"`    // the kind that the team named; empty leaves it to the desk
	Options string `json:"options,omitempty"` // of a design or a bitstream, as in an address

	// What it is, once it is unpacked.
	Kind      string `json:"kind,omitempty"` // Design, Bitstream, or the name of a program of the contest's file
	Base      string `json:"base,omitempty"` // the folder in its files in which it is run
	Bitstream string `json:"bitstream,omitempty"`
	Pins      string `json:"pins,omitempty"`  // the constraints of the bitstream
	Board     string `json:"board,omitempty"` // the options of its own Makefile, where the team gave none
	Tree      string `json:"tree,omitempty"`  // sum of its files
	Files     int64  `json:"files,omitempty"` // their bytes

	// OptionsBase is the folder from which the options name files, if they name some.
	OptionsBase string `json:"optionsBase,omitempty"`

	// Reason is why it failed, by the language.
	Reason []string `json:"reason,omitempty"`
}

// The kinds that are no programs.
const (
	Design    = "design"
	Bitstream = "bitstream"
)

// The files of a version's folder.
const (
	uploadFile  = "upload"       // byte for byte
	versionFile = "version.json" // written whole, or not at all
	filesFolder = "files"
	reportFile  = "report.txt"
)

// partPrefix begins the names of folders of uploads that are not whole: whoever starts a desk removes
// them.
const partPrefix = ".part-"

// Limits of what a desk keeps.
const (
	maxVersions = 200     // of a team
	teamSizes   = 64      // most bytes of all its versions, in multiples of an upload's
	maxManifest = 1 << 20 // bytes
	maxReport   = 64 << 10
	maxWord     = 200 // bytes of what a team writes besides the file
)

// folder is a team's, or that of one of its versions.
func (d *Desk) folder(team string, elements ...string) string {
	return filepath.Join(append([]string{d.Dir, tournament.DeskFolder, team}, elements...)...)
}

func (d *Desk) file(team string, version int, name string) string {
	return d.folder(team, strconv.Itoa(version), name)
}

// Version reads a version of a team.
func (d *Desk) Version(team string, number int) (v Version, err error) {
	name := d.file(team, number, versionFile)
	err = readJSON(name, &v, "put the file back")
	switch {
	case errors.Is(err, os.ErrNotExist):
		return v, say.Errorf("there is no version %d", number)
	case err != nil:
		return v, err
	case v.Number != number:
		return v, fmt.Errorf("%s: it is of version %d; put the folder back", name, v.Number)
	}
	return v, nil
}

// readJSON reads a file of the desk's own; the remedy is for one that is damaged.
func readJSON(name string, into any, remedy string) error {
	f, err := vfs.OpenRegular(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := json.NewDecoder(io.LimitReader(f, maxManifest)).Decode(into); err != nil {
		return fmt.Errorf("%s: %w; %s", name, err, remedy)
	}
	return nil
}

// put keeps what is known of a version.
func (d *Desk) put(team string, v *Version) error {
	text, err := v.encode()
	if err != nil {
		return err
	}
	return durable.Write(d.file(team, v.Number, versionFile), text)
}

func (v *Version) encode() ([]byte, error) {
	text, err := json.MarshalIndent(v, "", "  ")
	return append(text, '\n'), err
}

// numbers lists a team's versions, the oldest first.
func (d *Desk) numbers(team string) (all []int, err error) {
	entries, err := os.ReadDir(d.folder(team))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if n, wrong := strconv.Atoi(e.Name()); wrong == nil && n > 0 && strconv.Itoa(n) == e.Name() {
			all = append(all, n)
		}
	}
	slices.Sort(all)
	return all, err
}

// Versions lists what a team has handed in, the newest first.
func (d *Desk) Versions(team string) (all []Version, err error) {
	numbers, err := d.numbers(team)
	if err != nil {
		return nil, err
	}
	for _, n := range slices.Backward(numbers) {
		v, err := d.Version(team, n)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// Report is the text of a version's check; empty while there is none.
func (d *Desk) Report(team string, number int) string {
	f, err := vfs.OpenRegular(d.file(team, number, reportFile))
	if err != nil {
		return ""
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, maxReport))
	return string(text)
}

// Upload opens a version as it came.
func (d *Desk) Upload(team string, number int) (*os.File, error) {
	return vfs.OpenRegular(d.file(team, number, uploadFile))
}
