package tournament

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/loopline/loopline/host/record"
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
		if names[folded(p.Name)] {
			return &keyError{"program", fmt.Sprintf("program %d has the name of another, %q", i+1, p.Name)}
		}
		names[folded(p.Name)] = true
	}
	return nil
}

func (p *DeskProgram) validate() error {
	if err := checkName(p.Name); err != nil {
		return fmt.Errorf("name: %w", err)
	}
	for _, text := range []string{p.Command, p.Build, p.File} {
		if err := checkText(text, maxText); err != nil {
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
func (p *Config) checkDesk() *ConfigError {
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

// PlayedVersion is the version of an entrant that plays a game.
type PlayedVersion struct {
	Entrant string `json:"entrant"`
	DeskVersion
}

// Address is the address of the version for a team.
func (v DeskVersion) Address(team string) string {
	return fmt.Sprintf("%s:%s?version=%d&upload=%s", DeskScheme, team, v.Number, v.Upload)
}

// logText is the first line of the player's log in the record of a game.
func (v DeskVersion) logText() string {
	return fmt.Sprintf("plays version %d, SHA-256 %s", v.Number, v.Upload)
}

func (v DeskVersion) valid() error {
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
	return team, v, err == nil && v.valid() == nil && v.Address(team) == address
}

// handedIn are the versions of an entrant, by what they are for.
type handedIn struct {
	versions []DeskVersion  // that passed, in the order of their numbers
	chosen   map[string]int // by what a version is for; missing is the newest
}

// Versions returns the versions that the entrant handed in and that passed the check, the oldest first.
func (e *Entrant) Versions() []DeskVersion { return slices.Clone(e.handedIn.versions) }

// Choices returns the versions that the entrant chose, by the type of maps, "" for all; 0 is the newest.
// It is never nil.
func (e *Entrant) Choices() map[string]int {
	all := map[string]int{}
	maps.Copy(all, e.handedIn.chosen)
	return all
}

// PickVersion returns the version that plays on a type of maps: of those for it, and if there is none
// of those for all, the chosen one or the last. Versions are in the order of their numbers.
func PickVersion(versions []DeskVersion, chosen map[string]int, mapType string) (v DeskVersion, ok bool) {
	for _, want := range []string{mapType, ""} {
		for _, is := range slices.Backward(versions) {
			if is.For == want && (chosen[want] == 0 || chosen[want] == is.Number) {
				return is, true
			}
		}
	}
	return v, false
}

// Playing returns the version that plays on a type of maps in matches that begin from now on; ok is
// false while none has passed.
func (e *Entrant) Playing(mapType string) (v DeskVersion, ok bool) {
	return PickVersion(e.handedIn.versions, e.handedIn.chosen, mapType)
}

// fixedVersion is the key of a version that plays in a match once that has begun.
type fixedVersion struct {
	entrant int
	mapType string
}

// versionOf is the version of an entrant that plays a game.
func (d *Tournament) versionOf(m *Match, number, entrant int) (v DeskVersion, ok bool) {
	e := d.Entrants[entrant]
	if _, _, atDesk := ParseDesk(e.Address); !atDesk {
		return v, false
	}
	mapType := d.mapType(m, number)
	if v, ok := m.versions[fixedVersion{entrant, mapType}]; ok {
		return v, true
	}
	return e.Playing(mapType)
}

// playsAt is the address of an entrant for a game.
func (d *Tournament) playsAt(m *Match, number, entrant int) string {
	return d.playsFrom(m, number, entrant, d.Entrants[entrant].addressHere())
}

// playsFrom is playsAt where the entrant is reached by address.
func (d *Tournament) playsFrom(m *Match, number, entrant int, address string) string {
	e := d.Entrants[entrant]
	team, _, atDesk := ParseDesk(e.Address)
	if v, ok := d.versionOf(m, number, entrant); atDesk && ok {
		return v.Address(team)
	}
	if set := (number - 1) / m.Stage.StageConfig.Games; set > 0 && d.env.Reseed != nil {
		return d.env.Reseed(d.Config, address, fmt.Sprintf("%d/%s", d.Seed, m.ID), set, slices.Index(m.Entrants, entrant))
	}
	return address
}

// mayPlayAt reports whether an entrant may be opened at an address: it is its own, or that of a version
// that plays somewhere.
func (d *Tournament) mayPlayAt(entrant int, address string) bool {
	e := d.Entrants[entrant]
	team, v, atDesk := ParseDesk(address)
	if !atDesk || v.Number == 0 {
		next := false // in a play-off
		d.Matches(func(m *Match) {
			next = next || slices.Contains(m.Entrants, entrant) && m.Next() > 0 && d.playsAt(m, m.Next(), entrant) == address
		})
		return next || e.addressHere() == address && (!atDesk || len(e.handedIn.versions) == 0)
	}
	if own, _, ok := ParseDesk(e.Address); !ok || own != team {
		return false
	}
	for _, mapType := range append(d.Config.DeskTypes(), "") {
		if is, ok := e.Playing(mapType); ok && is.Address(team) == address {
			return true
		}
	}
	fixed := false
	d.Matches(func(m *Match) {
		for key, is := range m.versions {
			fixed = fixed || key.entrant == entrant && is.Address(team) == address && !m.Over()
		}
	})
	return fixed
}

// versionsOf are the versions that play a game, in the order of its seats.
func (d *Tournament) versionsOf(m *Match, number int) (all []PlayedVersion) {
	for _, e := range m.game(number).Seats {
		if v, ok := d.versionOf(m, number, e); ok {
			all = append(all, PlayedVersion{d.Entrants[e].Name, v})
		}
	}
	return all
}

// fixVersions keeps the versions of a match that begins, which no later choice changes.
func (d *Tournament) fixVersions(m *Match, number int) {
	for _, e := range m.game(number).Seats {
		if v, ok := d.versionOf(m, number, e); ok {
			if m.versions == nil {
				m.versions = map[fixedVersion]DeskVersion{}
			}
			m.versions[fixedVersion{e, d.mapType(m, number)}] = v
		}
	}
}

// applyVersion takes in that an entrant handed in a version, or chose one.
func (d *Tournament) applyVersion(e *Entrant, c *Decision) error {
	if _, _, ok := ParseDesk(e.Address); !ok {
		return say.Errorf("%s hands nothing in: its address is %s", e.Name, e.Address)
	}
	if c.For != "" && !slices.Contains(d.Config.DeskTypes(), c.For) {
		return say.Errorf("no map is of type %.20q", c.For)
	}
	h := &e.handedIn
	at, there := slices.BinarySearchFunc(h.versions, c.Version, func(v DeskVersion, n int) int { return cmp.Compare(v.Number, n) })
	if c.Type == Submitted {
		v := DeskVersion{c.Version, c.For, c.Upload}
		if err := v.valid(); err != nil {
			return err
		}
		if there {
			return say.Errorf("%s has handed in version %d already", e.Name, c.Version)
		}
		h.versions = slices.Insert(h.versions, at, v)
		return nil
	}
	if c.Version != 0 && (!there || h.versions[at].For != c.For) {
		return say.Errorf("%s has no version %d that passed", e.Name, c.Version)
	}
	if h.chosen == nil {
		h.chosen = map[string]int{}
	}
	h.chosen[c.For] = c.Version
	return nil
}

// AtDesk finds the entrant of a team of the desk; nil where there is none that plays.
func (d *Tournament) AtDesk(team string) *Entrant {
	for _, e := range d.Entrants {
		if own, _, ok := ParseDesk(e.Address); ok && own == team && !e.Withdrawn {
			return e
		}
	}
	return nil
}

// PlaysNow returns the match that an entrant plays now, and with which version; "" for none.
func (d *Tournament) PlaysNow(e *Entrant) (match string, v DeskVersion) {
	m := d.tableOf(e.Index)
	if m == nil {
		return "", v
	}
	for _, g := range m.Games {
		if g.State == Playing {
			v, _ = d.versionOf(m, g.Number, e.Index)
		}
	}
	return m.ID, v
}

// Submit decides that a team of the desk handed in a version that passed the check, unless that is
// decided, or the contest is over. A team without an entrant that plays is none of the contest's.
func (j *DecisionLog) Submit(team string, v DeskVersion) error {
	_, err := j.Append(func(d *Tournament) (*Decision, error) {
		e := d.AtDesk(team)
		if e == nil || d.Over() || slices.ContainsFunc(e.handedIn.versions, func(is DeskVersion) bool { return is.Number == v.Number }) {
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
		case e.handedIn.chosen[mapType] == version:
			return nil, nil
		}
		return &Decision{Type: Chosen, By: DeskScheme, Entrant: e.Name, Version: version, For: mapType}, nil
	})
	return err
}

// playedVersions wants the log of each player in a recorded game to begin with the version that the
// decision names with which the game started.
func (d *Tournament) playedVersions(started *Decision, g *record.Game) error {
	for _, v := range started.Versions {
		for seat, s := range g.Header().Seats[:min(len(g.Header().Seats), len(g.FirstLogs))] {
			if d.names[s.Address] == d.names[v.Entrant] && g.FirstLogs[seat] != v.logText() {
				return fmt.Errorf("%s: the decision says that it %s, and the record %.120q", v.Entrant, v.logText(), g.FirstLogs[seat])
			}
		}
	}
	return nil
}

// uploads wants the versions that were handed in to be in the folder as they came. Those that are not
// there are no difference: teams need not publish theirs.
func (v *verifier) uploads(d *Tournament) {
	for _, e := range d.Entrants {
		for _, is := range e.handedIn.versions {
			for _, address := range []string{e.Address, e.entryAddress} {
				if team, _, ok := ParseDesk(address); ok {
					name := d.Path(DeskFolder, team, strconv.Itoa(is.Number), "upload")
					switch sum, err := d.fileSum(name); {
					case errors.Is(err, fs.ErrNotExist):
					case err != nil:
						v.wrong(&FileError{name, 0, err})
					case sum != is.Upload:
						v.wrong(&FileError{name, 0, fmt.Errorf("%s handed in another file as version %d", e.Name, is.Number)})
					}
					break
				}
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
