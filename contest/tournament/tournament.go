package tournament

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/pairing"
	"github.com/loopline/loopline/contest/rating"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/vfs"
)

// The files of a contest's folder.
const (
	DecisionsFile = "decisions.jsonl"
	RecordsFolder = "records"
	TokenFile     = "director.token" // the secret of the director's page
	PortFile      = "director.port"  // its port, where the system chose it
	PodiumFile    = "podium"         // whether the pages show the places
	DeskFolder    = "desk"           // what teams handed in
)

// None replaces an entrant's index where there is no entrant.
const None = -1

// Tournament is the state of a contest, derived from its decisions. An entrant is given by
// its index in Entrants. It is not safe for concurrent use; only its own methods may
// change it.
type Tournament struct {
	Dir       string
	Config    *config.Config
	Seed      uint64 // of the lots
	NetVoids  int    // the void game of a match that an entrant whose agent was lost loses; 0 for none
	Decisions []Decision
	Entrants  []*Entrant
	Stages    []*Stage
	Paused    bool
	Sum       string // of the last decision

	// Maps has the maps of each stage by its name, as options of the game.
	Maps map[string][]map[string]string

	// PartialTail counts the bytes after the last whole decision: of a writer that was
	// stopped, or is writing.
	PartialTail int

	Env            Env
	offset         int64
	names          map[string]int
	attempts       map[string]int // of a game, by STAGE/ROUND/PAIR/GAME
	halls          map[string]HallStatus
	tables         map[string]int    // at which a match is played, from 1
	removedMatches map[string]*Match // taken back, by pairing, and put back when it is paired again
	check          func(*Tournament, *Decision) error
}

// FilesIn are the files and folders that a contest makes in its folder.
func FilesIn(dir string) []string {
	var files []string
	for _, name := range []string{DecisionsFile, config.File, RecordsFolder, TokenFile, PortFile, PodiumFile, DeskFolder} {
		files = append(files, filepath.Join(dir, name))
	}
	return files
}

// Entrant is one who plays.
type Entrant struct {
	Index     int
	Name      string
	Team      string
	Address   string // where it is now
	Hall      string // in which it sits; empty where the director is
	Elsewhere string // the address by which others than its hall reach it
	Note      string
	Withdrawn bool
	Late      bool  // it entered by a decision
	Moves     []int // the numbers of the decisions that changed its address

	// Missing is since when it has not been there; zero while it is, as far as is known.
	Missing time.Time

	House bool // it is a player of the house, whom the entrants of a qualifier meet

	// Disqualified is the stage whose strikes put it out, and then it is withdrawn too.
	Disqualified string

	pardoned map[int]int // strikes by stage that count no more

	handedIn handedIn

	entered      string // its first name, by which lots are drawn
	entryAddress string
}

// Stage is a part of the contest.
type Stage struct {
	config.StageConfig
	Index  int
	Groups [][]int // the field by seeds; nil before the stage has begun
	Rounds []*Round

	began   time.Time // when its first round was paired
	Closed  bool      // of a ladder: it pairs no more
	rated   []rating.Rating
	ratedBy []rating.Result // the results of rated
}

// Round is matches that are played in the same time.
type Round struct {
	Number  int // in the stage, from 1
	Matches []*Match
	Byes    []int
	PlayOff bool // it breaks ties
}

// FileError is an error at a place of a contest's folder.
type FileError struct {
	File string
	Line int // 0 is of no line
	Err  error
}

// Error is file:line: what is wrong.
func (e *FileError) Error() string { return e.Text().String() }

// Text implements say.Sayer.
func (e *FileError) Text() say.Text {
	if e.Line == 0 {
		return say.Format("%s: %s", e.File, e.Err)
	}
	return say.Format("%s:%d: %s", e.File, e.Line, e.Err)
}

// Unwrap returns what is wrong.
func (e *FileError) Unwrap() error { return e.Err }

// ErrNotBegun is the error of a folder in which no day has begun.
var ErrNotBegun = say.Errorf("no contest has begun here; loopline contest run begins one")

// Read reads the contest in a folder, which may be played meanwhile: Refresh takes in what
// was decided since. Errors are *FileError and name the line.
func Read(dir string) (*Tournament, error) { return Env{}.Read(dir) }

// Read is the package's [Read] in the files of e.
func (e Env) Read(dir string) (*Tournament, error) {
	d, err := e.Checked(dir, nil)
	if err != nil {
		return nil, err
	}
	if d.Config == nil {
		return nil, &FileError{d.Path(DecisionsFile), 0, ErrNotBegun}
	}
	return d, nil
}

// Checked is the package's [Read] in the files of e, and has each decision checked on the state before it. After an
// error the contest is as it was before the line that is wrong.
func (e Env) Checked(dir string, check func(*Tournament, *Decision) error) (*Tournament, error) {
	d := e.New(dir)
	d.check = check
	_, err := d.Refresh()
	return d, err
}

// New is a contest in which nothing has been decided.
func (e Env) New(dir string) *Tournament {
	return &Tournament{Dir: dir, Env: e, names: map[string]int{}, attempts: map[string]int{}, tables: map[string]int{}, removedMatches: map[string]*Match{}}
}

// Path is a file of the contest's folder.
func (d *Tournament) Path(elements ...string) string {
	return filepath.Join(append([]string{d.Dir}, elements...)...)
}

// Record is the record of a match.
func (d *Tournament) Record(matchID string) string {
	return d.Path(RecordsFolder, strings.ReplaceAll(matchID, "/", "-")+".jsonl")
}

// BegunRecords maps the records of the matches in which games were begun to the matches.
func (d *Tournament) BegunRecords() map[string]string {
	known := map[string]string{}
	for id := range d.attempts {
		if match, _, _, err := ParseGameID(id); err == nil {
			known[d.Record(match)] = match
		}
	}
	return known
}

// Records returns the files of all records there are, in the order of their names.
func (d *Tournament) Records() (files []string, err error) {
	entries, err := d.Env.FS().ReadDir(d.Path(RecordsFolder))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".jsonl") {
			files = append(files, d.Path(RecordsFolder, e.Name()))
		}
	}
	return files, nil
}

// Refresh takes in the decisions that were appended since. After an error the contest is
// as it was before the line that is wrong.
func (d *Tournament) Refresh() (changed bool, err error) {
	f, err := d.Env.OpenRead(d.Path(DecisionsFile))
	if errors.Is(err, os.ErrNotExist) {
		return false, &FileError{d.Path(DecisionsFile), 0, ErrNotBegun}
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	return d.ReadFrom(f)
}

// maxAppended bounds what is read at once.
const maxAppended = 1 << 28

// ReadFrom is Refresh from a file that is open.
func (d *Tournament) ReadFrom(f vfs.File) (changed bool, err error) {
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	switch {
	case info.Size() < d.offset:
		return false, d.wrong(0, say.Errorf("it was %d bytes long and is %d: the file was cut", d.offset, info.Size()))
	case info.Size() == d.offset:
		d.PartialTail = 0
		return false, nil
	case info.Size()-d.offset > maxAppended:
		return false, d.wrong(0, say.Errorf("%d bytes are too many", info.Size()))
	}
	text := make([]byte, info.Size()-d.offset)
	n, err := f.ReadAt(text, d.offset)
	if err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	for rest := text[:n]; ; {
		line, after, whole := bytes.Cut(rest, []byte("\n"))
		if d.PartialTail = len(rest); !whole || len(after) == 0 && bytes.IndexByte(line, 0) >= 0 {
			return changed, nil // zeros stand where a loss of power kept the end of a line alone
		}
		if err := d.readLine(line); err != nil {
			return changed, d.wrong(len(d.Decisions)+1, err)
		}
		changed, rest = true, after
		d.offset += int64(len(line)) + 1
	}
}

func (d *Tournament) wrong(line int, err error) error {
	return &FileError{d.Path(DecisionsFile), line, err}
}

// readLine takes in a line.
func (d *Tournament) readLine(line []byte) error {
	decision, err := decode(line, d.Sum)
	if err != nil {
		return err
	}
	return d.Add(decision)
}

// Add takes in a decision that was read or is about to be written.
func (d *Tournament) Add(decision Decision) error {
	if d.check != nil {
		if err := d.check(d, &decision); err != nil {
			return err
		}
	}
	if err := d.apply(&decision); err != nil {
		return err
	}
	d.Decisions = append(d.Decisions, decision)
	d.Sum = decision.Sum
	return nil
}

// AddNext numbers and sums a decision, takes it in, and returns its line and where that belongs in the file.
func (d *Tournament) AddNext(c *Decision) (line []byte, at int64, err error) {
	c.N = len(d.Decisions) + 1
	if line, err = c.encode(d.Sum); err != nil {
		return nil, 0, err
	}
	if err := d.Add(*c); err != nil {
		return nil, 0, err
	}
	at = d.offset
	d.offset += int64(len(line))
	return line, at, nil
}

// End is the size of the decisions that were taken in, in bytes of the file.
func (d *Tournament) End() int64 { return d.offset }

// At derives the contest again as it was after its first n decisions.
func (d *Tournament) At(n int) (*Tournament, error) {
	then := d.Env.New(d.Dir)
	for i := range d.Decisions[:n] {
		if err := then.Add(d.Decisions[i]); err != nil {
			return nil, err
		}
	}
	return then, nil
}

// apply changes the contest as a decision says. When it returns an error nothing has
// changed.
func (d *Tournament) apply(c *Decision) error {
	if c.N != len(d.Decisions)+1 {
		return say.Errorf("it is number %d, want %d: a line is missing, doubled or moved", c.N, len(d.Decisions)+1)
	}
	if (c.Type == Opened) != (d.Config == nil) {
		return say.Errorf("decision %q is out of order", c.Type)
	}
	switch c.Type {
	case Opened:
		return d.open(c)
	case Entered, Withdrawn, AddressChanged, Reinstated, Renamed, Missing, Present, Disqualified, Submitted, Chosen:
		return d.applyEntrant(c)
	case Postponed, Called:
		return d.applyPostponed(c)
	case Closed:
		return d.applyClosed(c)
	case HallCame, HallCut:
		return d.applyHall(c)
	case Replanned:
		return d.replan(c.Key, c.Value)
	case Paused, Resumed:
		d.Paused = c.Type == Paused
		return nil
	case Paired:
		return d.applyPaired(c)
	case DecidedByLots:
		return d.applyLots(c)
	case Started, Finished, Forfeited, Voided, Replayed, Adjudicated, Amended:
		return d.applyGame(c)
	}
	return say.Errorf("decision %.40q is not known", c.Type)
}

// open begins the contest.
func (d *Tournament) open(c *Decision) error {
	if c.Version != FormatVersion || c.Seed == nil {
		return say.Errorf("a day of version %d is not known; this program reads %d", c.Version, FormatVersion)
	}
	plan, err := config.Parse(config.File, c.Plan)
	if err != nil {
		return fmt.Errorf("the plan: %w", err)
	}
	if c.NetVoids != 0 && c.NetVoids != *plan.NetVoids {
		return say.Errorf("network_voids is %d, and the plan has %d", c.NetVoids, *plan.NetVoids)
	}
	d.Config, d.Seed, d.NetVoids, d.Maps = plan, *c.Seed, c.NetVoids, c.Maps
	for _, e := range plan.Entrants {
		d.enter(Entrant{Name: e.Name, Team: e.Team, Address: e.Address, Note: e.Note, Hall: e.Hall, Elsewhere: e.Elsewhere})
	}
	d.enterHouse()
	for i, s := range plan.Stages {
		d.Stages = append(d.Stages, &Stage{StageConfig: s, Index: i})
	}
	return nil
}

// enter takes in an entrant.
func (d *Tournament) enter(e Entrant) {
	e.Index, e.entered, e.entryAddress = len(d.Entrants), e.Name, e.Address
	d.names[e.Name] = e.Index
	d.Entrants = append(d.Entrants, &e)
}

// Entrant finds an entrant by its name.
func (d *Tournament) Entrant(name string) (*Entrant, error) {
	if i, ok := d.names[name]; ok {
		return d.Entrants[i], nil
	}
	for _, e := range d.Entrants {
		if config.Folded(e.Name) == config.Folded(name) {
			return e, nil
		}
	}
	return nil, say.Errorf("there is no entrant %.60q", name)
}

// IsNamed reports whether an entrant has a name, or had it.
func (d *Tournament) IsNamed(entrant int, name string) bool {
	i, ok := d.names[name]
	return ok && i == entrant
}

// exactly finds entrants by their names as decisions write them.
func (d *Tournament) exactly(names ...string) ([]int, error) {
	var all []int
	for _, name := range names {
		i, ok := d.names[name]
		if !ok {
			return nil, say.Errorf("there is no entrant %.60q", name)
		}
		all = append(all, i)
	}
	return all, nil
}

func (d *Tournament) applyEntrant(c *Decision) error {
	if c.Type == Entered {
		return d.applyEntered(c)
	}
	at, err := d.exactly(c.Entrant)
	if err != nil {
		return err
	}
	e := d.Entrants[at[0]]
	if c.Type == Reinstated {
		return d.reinstate(e)
	}
	if e.Withdrawn {
		return say.Errorf("%s has withdrawn", e.Name)
	}
	switch c.Type {
	case Withdrawn:
		d.leave(e)
		return nil
	case Disqualified:
		return d.disqualify(e, c.Stage)
	case Renamed:
		return d.rename(e, c.Name)
	case Missing, Present:
		return e.came(c)
	case Submitted, Chosen:
		return d.applyVersion(e, c)
	}
	if err := d.freeAddress(c.Address, e); err != nil {
		return err
	}
	e.Address, e.Moves = c.Address, append(e.Moves, c.N)
	return nil
}

// leave has an entrant play no more: its opponents win its open games.
func (d *Tournament) leave(e *Entrant) {
	e.Withdrawn, e.Missing = true, time.Time{}
	d.Matches(func(m *Match) { d.forfeitOpen(m) })
}

// freeAddress wants an address of its own.
func (d *Tournament) freeAddress(address string, of *Entrant) error {
	if err := (&config.EntrantConfig{Name: "x", Address: address}).Check(); err != nil {
		return err
	}
	for _, e := range d.Entrants {
		if e != of && e.Address == address && !e.Withdrawn {
			return say.Errorf("%s is the address of %s", address, e.Name)
		}
	}
	return nil
}

func (d *Tournament) applyEntered(c *Decision) error {
	e := config.EntrantConfig{Name: c.Entrant, Team: c.Team, Address: c.Address, Note: c.Note}
	if err := e.Check(); err != nil {
		return err
	}
	if _, err := d.Entrant(e.Name); err == nil {
		return say.Errorf("there is an entrant %.60q already", e.Name)
	}
	if err := d.freeAddress(e.Address, nil); err != nil {
		return err
	}
	first := d.Stages[0]
	open := first.Kind == config.Swiss && len(first.Rounds) < first.SwissRounds(len(first.Field())) || first.OpenLadder() && len(first.Field()) < config.MaxLadder
	switch {
	case len(d.Entrants) >= config.MaxEntrants:
		return say.Errorf("there are %d entrants already", len(d.Entrants))
	case first.Groups != nil && !open && d.freePlace(first) < 0:
		return d.noPlace(first)
	}
	group := 0
	if first.Groups != nil && !open {
		group = d.freePlace(first)
	}
	d.enter(Entrant{Name: e.Name, Team: e.Team, Address: e.Address, Note: e.Note, Late: true})
	if first.Groups != nil {
		first.Groups[group] = append(first.Groups[group], len(d.Entrants)-1)
	}
	if first.Groups != nil && !open {
		d.seatLate(first, group)
	}
	return nil
}

// stage finds a stage by its name, or nil.
func (d *Tournament) stage(name string) *Stage {
	for _, s := range d.Stages {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// Field lists the entrants of the stage, group by group; nil before it has begun.
func (s *Stage) Field() []int { return slices.Concat(s.Groups...) }

// Matches calls f with every match that is paired, stage by stage.
func (d *Tournament) Matches(f func(*Match)) {
	for _, s := range d.Stages {
		for _, r := range s.Rounds {
			for _, m := range r.Matches {
				f(m)
			}
		}
	}
}

// Match finds a match by STAGE/ROUND/PAIR; nil where none is paired.
func (d *Tournament) Match(id string) *Match {
	stage, _, _ := strings.Cut(id, "/")
	if s := d.stage(stage); s != nil {
		for _, r := range s.Rounds {
			for _, m := range r.Matches {
				if m.ID == id {
					return m
				}
			}
		}
	}
	return nil
}

// Lots puts entrants in an order by chance that anyone can draw again: by the SHA-256
// of "SEED/PLACE/NAME".
func (d *Tournament) Lots(place string, entrants []int) []int {
	drawn := slices.Clone(entrants)
	ticket := func(e int) string {
		hash := sha256.Sum256(fmt.Appendf(nil, "%d/%s/%s", d.Seed, place, d.Entrants[e].entered))
		return hex.EncodeToString(hash[:])
	}
	slices.SortStableFunc(drawn, func(a, b int) int { return cmp.Compare(ticket(a), ticket(b)) })
	return drawn
}

// NamesOf returns the names that entrants have now.
func (d *Tournament) NamesOf(entrants []int) (names []string) {
	for _, e := range entrants {
		names = append(names, d.Entrants[e].Name)
	}
	return names
}

// Schedule is the rounds of a group that are known from the start.
func (s *Stage) Schedule(d *Tournament, group []int) [][]pairing.Pair {
	if s.Kind == config.RoundRobin {
		return pairing.RoundRobin(len(group), s.Double)
	}
	one := 0
	if s.One != "" {
		one = max(0, slices.IndexFunc(group, func(e int) bool { return d.Entrants[e].entered == s.One }))
	}
	return pairing.Gauntlet(len(group), one, s.Double)
}
