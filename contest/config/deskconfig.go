package config

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/loopline/loopline/internal/rangecheck"
	"github.com/loopline/loopline/internal/say"
)

// DeskScheme begins the address of an entrant that hands its player in: desk:TEAM.
const DeskScheme = "desk"

// DeskConfig lists what teams may hand in, within which limits, and until when.
type DeskConfig struct {
	Deadline   string              `toml:"deadline"`
	Check      string              `toml:"check"`
	CheckTime  Duration            `toml:"check-time"`
	MaxSize    rangecheck.FileSize `toml:"max-size"`
	MaxFiles   int                 `toml:"max-files"`
	Designs    bool                `toml:"designs"`
	Bitstreams bool                `toml:"bitstreams"`
	Programs   []DeskProgram       `toml:"program"`
}

// DeskProgram is a command line by which what a team hands in may be run.
type DeskProgram struct {
	Name    string `toml:"name"`
	File    string `toml:"file"`    // must be in it
	Build   string `toml:"build"`   // is run once, in the sandbox; may be empty
	Command string `toml:"command"` // is run for each game
}

// What the check at the desk takes.
const (
	DeskCheckFull = "full" // one short game, and all steps of loopline check
	DeskCheckGame = "game" // one short game
)

// Limits of the desk.
const (
	maxDeskPrograms = 32
	maxDeskFiles    = 10_000
	maxDeskSize     = 256 << 20
)

// ownPrograms are allowed where the file names none, no designs and no bitstreams.
var ownPrograms = []DeskProgram{
	{Name: "Python", Command: "python3 main.py"},
	{Name: "Ruby", Command: "ruby main.rb"},
	{Name: "Node", Command: "node main.js"},
	{Name: "Java", Command: "java -jar main.jar"},
	{Name: "Linux", Command: "./main"},
}

func (k *DeskConfig) defaults() {
	k.Check = orElse(k.Check, DeskCheckFull)
	k.CheckTime = cmp.Or(k.CheckTime, Duration(5*time.Minute))
	k.MaxSize = cmp.Or(k.MaxSize, 16<<20)
	k.MaxFiles = cmp.Or(k.MaxFiles, 1000)
	if k.Programs == nil && !k.Designs && !k.Bitstreams {
		k.Programs = slices.Clone(ownPrograms)
	}
	for i := range k.Programs {
		p := &k.Programs[i]
		if words := strings.Fields(p.Command); p.File == "" && p.Build == "" && len(words) > 0 {
			p.File = strings.TrimPrefix(words[len(words)-1], "./")
		}
		p.Name = orElse(p.Name, p.Command)
	}
}

// validate finds what the desk's table may not say.
func (k *DeskConfig) validate() *keyError {
	_, late := k.Until()
	switch {
	case late != nil:
		return &keyError{"deadline", late}
	case k.Check != DeskCheckFull && k.Check != DeskCheckGame:
		return &keyError{"check", fmt.Sprintf("check = %.40q is not known; there are %s, %s", k.Check, DeskCheckFull, DeskCheckGame)}
	case time.Duration(k.CheckTime) < time.Second || time.Duration(k.CheckTime) > time.Hour:
		return &keyError{"check-time", fmt.Sprintf("check-time = %v is outside 1s to 1h", time.Duration(k.CheckTime))}
	case k.MaxSize < 1 || k.MaxSize > maxDeskSize:
		return &keyError{"max-size", fmt.Sprintf("max-size = %v is outside 1 byte to %s", k.MaxSize, rangecheck.FormatSize(maxDeskSize))}
	case k.MaxFiles < 1 || k.MaxFiles > maxDeskFiles:
		return &keyError{"max-files", fmt.Sprintf("max-files = %d is outside 1 to %d", k.MaxFiles, maxDeskFiles)}
	case len(k.Programs) > maxDeskPrograms:
		return &keyError{"program", fmt.Sprintf("there are %d programs, want %d at most", len(k.Programs), maxDeskPrograms)}
	}
	names := map[string]bool{}
	for i, p := range k.Programs {
		if err := p.validate(); err != nil {
			return &keyError{"program", fmt.Sprintf("program %d: %v", i+1, err)}
		}
		if names[Folded(p.Name)] {
			return &keyError{"program", fmt.Sprintf("program %d has the name of another, %q", i+1, p.Name)}
		}
		names[Folded(p.Name)] = true
	}
	return nil
}

func (p *DeskProgram) validate() error {
	if err := CheckName(p.Name); err != nil {
		return fmt.Errorf("name: %w", err)
	}
	for _, text := range []string{p.Command, p.Build, p.File} {
		if err := CheckText(text, MaxText); err != nil {
			return err
		}
	}
	switch {
	case strings.TrimSpace(p.Command) == "":
		return errors.New(`command is missing, such as command = "python3 main.py"`)
	case p.File == "":
		return errors.New(`with build, file names what must be handed in, such as file = "main.c"`)
	case strings.HasPrefix(p.File, "-") || strings.HasPrefix(p.File, ".") || strings.ContainsAny(p.File, `/\`):
		return fmt.Errorf(`file = %.40q: name a file without a folder, such as file = "main.py"`, p.File)
	}
	return nil
}

// Until is the deadline: zero without one. Its second still counts.
func (k *DeskConfig) Until() (t time.Time, err error) {
	if k.Deadline == "" {
		return t, nil
	}
	if t, err = time.ParseInLocation(dateAndTime, k.Deadline, time.Local); err == nil {
		return t, nil
	}
	if t, err = time.Parse(time.RFC3339, k.Deadline); err == nil {
		return t, nil
	}
	return t, fmt.Errorf(`deadline = %.40q: write "2026-11-28 17:00", by this machine's clock, or "2026-11-28T17:00:00+09:00"`, k.Deadline)
}

// checkDesk looks at the desk and the addresses that lead there.
func (p *Config) checkDesk() *Error {
	if err := p.Desk.validate(); err != nil {
		return p.At("desk", 0, err.key, fmt.Sprintf("desk: %v", err.problem))
	}
	teams := map[string]string{}
	for i, e := range p.Entrants {
		if scheme, _, _ := strings.Cut(e.Address, ":"); scheme != DeskScheme {
			continue
		}
		team, version, ok := ParseDesk(e.Address)
		if !ok || version.Number > 0 {
			return p.At("entrant", i, "address", fmt.Sprintf("entrant %d, %s: %.60q: write desk:TEAM, with 1 to 20 characters a to z, 0 to 9 and -", i+1, e.Name, e.Address))
		}
		teams[team] = e.Name
	}
	for i, s := range p.Stages {
		for _, address := range s.House {
			if strings.HasPrefix(address, DeskScheme+":") {
				return p.At("stage", i, "house", fmt.Sprintf("stage %d: %.60q: the house hands nothing in; name a program or a bot", i+1, address))
			}
		}
	}
	return nil
}

// DeskTypes are the types of maps for which a team may hand in a player of its own.
func (p *Config) DeskTypes() (types []string) {
	for _, s := range p.Stages {
		for _, t := range s.MapTypes {
			if !slices.Contains(types, t) {
				types = append(types, t)
			}
		}
	}
	slices.Sort(types)
	return types
}

// DeskVersion is a version that an entrant handed in.
type DeskVersion struct {
	Number int    `json:"version"`
	For    string `json:"for,omitempty"` // the type of maps that it is for; empty is all
	Upload string `json:"upload"`        // SHA-256 of the file as it came, in hexadecimal digits
}

// Address is the address of the version for a team.
func (v DeskVersion) Address(team string) string {
	return fmt.Sprintf("%s:%s?version=%d&upload=%s", DeskScheme, team, v.Number, v.Upload)
}

// LogText is the first line of the player's log in the record of a game.
func (v DeskVersion) LogText() string {
	return fmt.Sprintf("plays version %d, SHA-256 %s", v.Number, v.Upload)
}

// Valid wants a number, a SHA-256, and a type of maps that can be one.
func (v DeskVersion) Valid() error {
	if raw, err := hex.DecodeString(v.Upload); v.Number < 1 || err != nil || len(raw) != 32 || strings.ToLower(v.Upload) != v.Upload {
		return say.Errorf("version %d has no number or no SHA-256", v.Number)
	}
	if len(v.For) > 20 || !utf8.ValidString(v.For) {
		return say.Errorf("version %d is for no type of maps", v.Number)
	}
	return nil
}

// ParseDesk takes the address desk:TEAM apart, or that of one of its versions. False is of other
// addresses.
func ParseDesk(address string) (team string, v DeskVersion, ok bool) {
	rest, ok := strings.CutPrefix(address, DeskScheme+":")
	if !ok {
		return "", v, false
	}
	team, options, found := strings.Cut(rest, "?")
	if !isID(team) {
		return "", v, false
	}
	if !found {
		return team, v, true
	}
	number, upload, _ := strings.Cut(strings.TrimPrefix(options, "version="), "&upload=")
	n, err := strconv.Atoi(number)
	v = DeskVersion{Number: n, Upload: upload}
	return team, v, err == nil && v.Valid() == nil && v.Address(team) == address
}
