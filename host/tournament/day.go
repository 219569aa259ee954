package tournament

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/vfs"
)

// The files of a day's folder.
const (
	PlanFile      = "contest.toml"
	DecisionsFile = "decisions.jsonl"
	RecordsFolder = "records"
)

// None is nobody, where an entrant's index stands.
const None = -1

// Day is a contest day as its decisions leave it. Entrants are meant by their index in
// Entrants. It is for one goroutine at a time; nobody changes what it holds but its
// own methods.
type Day struct {
	Dir       string
	Plan      *Plan
	Seed      uint64 // of the lots
	NetVoids  int    // the void game of a match that an entrant whose agent was lost loses; 0 is none
	Decisions []Decision
	Entrants  []*Entrant
	Stages    []*Stage
	Paused    bool
	Sum       string // of the last decision

	// Torn is how many bytes stand behind the last whole decision: of a writer that
	// was stopped, or is writing.
	Torn int

	env      Env
	offset   int64
	names    map[string]int
	attempts map[string]int    // of a game, by STAGE/ROUND/PAIR/GAME
	spare    map[string]*Match // taken back, and put back when it is paired again
	check    func(*Day, *Decision) error
}

// FilesIn are the files and folders that a day makes in its folder.
func FilesIn(dir string) []string {
	var files []string
	for _, name := range []string{DecisionsFile, PlanFile, RecordsFolder} {
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
	Note      string
	Withdrawn bool
	Late      bool  // it entered by a decision
	Moves     []int // the numbers of the decisions that changed its address
}

// Stage is a part of the day.
type Stage struct {
	PlannedStage
	Index  int
	Groups [][]int // the field by seeds; nil before the stage has begun
	Rounds []*Round
}

// Round is matches that are played in the same time.
type Round struct {
	Number  int // in the stage, from 1
	Matches []*Match
	Byes    []int
	PlayOff bool // it breaks ties
}

// DayError is an error at a place of a day's folder.
type DayError struct {
	File string
	Line int // 0 is of no line
	Err  error
}

// Error is file:line: what is wrong.
func (e *DayError) Error() string { return e.Text().String() }

// Text implements say.Sayer.
func (e *DayError) Text() say.Text {
	if e.Line == 0 {
		return say.F("%s: %s", e.File, e.Err)
	}
	return say.F("%s:%d: %s", e.File, e.Line, e.Err)
}

// Unwrap is what is wrong.
func (e *DayError) Unwrap() error { return e.Err }

// ErrNoDay is the error of a folder in which no day has begun.
var ErrNoDay = say.Errorf("no contest has begun here; loopline contest run begins one")

// Read reads the day in a folder, which may be played meanwhile: Refresh takes in what
// was decided since. Errors are *DayError and name the line.
func Read(dir string) (*Day, error) { return Env{}.Read(dir) }

// Read is the package's Read of a day that is kept there.
func (e Env) Read(dir string) (*Day, error) {
	d := e.newDay(dir)
	if _, err := d.Refresh(); err != nil {
		return nil, err
	}
	if d.Plan == nil {
		return nil, &DayError{d.Path(DecisionsFile), 0, ErrNoDay}
	}
	return d, nil
}

func (e Env) newDay(dir string) *Day {
	return &Day{Dir: dir, env: e, names: map[string]int{}, attempts: map[string]int{}, spare: map[string]*Match{}}
}

// Path is a file of the day's folder.
func (d *Day) Path(elements ...string) string {
	return filepath.Join(append([]string{d.Dir}, elements...)...)
}

// Record is the record of a match.
func (d *Day) Record(matchID string) string {
	return d.Path(RecordsFolder, strings.ReplaceAll(matchID, "/", "-")+".jsonl")
}

// Refresh takes in the decisions that were appended since. After an error the day is
// as it was before the line that is wrong.
func (d *Day) Refresh() (changed bool, err error) {
	f, err := d.env.open(d.Path(DecisionsFile))
	if errors.Is(err, os.ErrNotExist) {
		return false, &DayError{d.Path(DecisionsFile), 0, ErrNoDay}
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	return d.readFrom(f)
}

// maxAppended bounds what is read at once.
const maxAppended = 1 << 28

// readFrom is Refresh from a file that is open.
func (d *Day) readFrom(f vfs.File) (changed bool, err error) {
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	switch {
	case info.Size() < d.offset:
		return false, d.wrong(0, say.Errorf("it was %d bytes long and is %d: the file was cut", d.offset, info.Size()))
	case info.Size() == d.offset:
		d.Torn = 0
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
		if d.Torn = len(rest); !whole || len(after) == 0 && bytes.IndexByte(line, 0) >= 0 {
			return changed, nil // zeros stand where a loss of power kept the end of a line alone
		}
		if err := d.take(line); err != nil {
			return changed, d.wrong(len(d.Decisions)+1, err)
		}
		changed, rest = true, after
		d.offset += int64(len(line)) + 1
	}
}

func (d *Day) wrong(line int, err error) error { return &DayError{d.Path(DecisionsFile), line, err} }

// take takes in a line.
func (d *Day) take(line []byte) error {
	decision, err := decode(line, d.Sum)
	if err != nil {
		return err
	}
	return d.add(decision)
}

// add takes in a decision that was read or is about to be written.
func (d *Day) add(decision Decision) error {
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

// apply changes the day as a decision says. When it returns an error nothing has
// changed.
func (d *Day) apply(c *Decision) error {
	if c.N != len(d.Decisions)+1 {
		return say.Errorf("it is number %d, want %d: a line is missing, doubled or moved", c.N, len(d.Decisions)+1)
	}
	if (c.Type == Opened) != (d.Plan == nil) {
		return say.Errorf("decision %q stands in the wrong place", c.Type)
	}
	switch c.Type {
	case Opened:
		return d.open(c)
	case Entered, Withdrawn, Readdressed:
		return d.applyEntrant(c)
	case Paused, Resumed:
		d.Paused = c.Type == Paused
		return nil
	case Paired:
		return d.applyPaired(c)
	case Drawn:
		return d.applyDrawn(c)
	case Started, Finished, Forfeited, Voided, Replayed, Adjudicated, Amended:
		return d.applyGame(c)
	}
	return say.Errorf("decision %.40q is not known", c.Type)
}

// open begins the day.
func (d *Day) open(c *Decision) error {
	if c.Version != FormatVersion || c.Seed == nil {
		return say.Errorf("a day of version %d is not known; this program reads %d", c.Version, FormatVersion)
	}
	plan, err := ParsePlan(PlanFile, c.Plan)
	if err != nil {
		return fmt.Errorf("the plan: %w", err)
	}
	if c.NetVoids != 0 && c.NetVoids != *plan.NetVoids {
		return say.Errorf("network_voids is %d, and the plan has %d", c.NetVoids, *plan.NetVoids)
	}
	d.Plan, d.Seed, d.NetVoids = plan, *c.Seed, c.NetVoids
	for _, e := range plan.Entrants {
		d.enter(Entrant{Name: e.Name, Team: e.Team, Address: e.Address, Note: e.Note})
	}
	for i, s := range plan.Stages {
		d.Stages = append(d.Stages, &Stage{PlannedStage: s, Index: i})
	}
	return nil
}

// enter takes in an entrant.
func (d *Day) enter(e Entrant) {
	e.Index = len(d.Entrants)
	d.names[e.Name] = e.Index
	d.Entrants = append(d.Entrants, &e)
}

// Entrant finds an entrant by its name.
func (d *Day) Entrant(name string) (*Entrant, error) {
	if i, ok := d.names[name]; ok {
		return d.Entrants[i], nil
	}
	for _, e := range d.Entrants {
		if folded(e.Name) == folded(name) {
			return e, nil
		}
	}
	return nil, say.Errorf("there is no entrant %.60q", name)
}

// exactly finds entrants by their names as decisions write them.
func (d *Day) exactly(names ...string) ([]int, error) {
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

// applyEntrant is who comes, goes and moves.
func (d *Day) applyEntrant(c *Decision) error {
	if c.Type == Entered {
		return d.applyEntered(c)
	}
	at, err := d.exactly(c.Entrant)
	if err != nil {
		return err
	}
	e := d.Entrants[at[0]]
	if e.Withdrawn {
		return say.Errorf("%s has withdrawn", e.Name)
	}
	if c.Type == Withdrawn {
		e.Withdrawn = true
		d.Matches(func(m *Match) { d.forfeitOpen(m) })
		return nil
	}
	if err := d.freeAddress(c.Address, e); err != nil {
		return err
	}
	e.Address, e.Moves = c.Address, append(e.Moves, c.N)
	return nil
}

// freeAddress wants an address that nobody else has.
func (d *Day) freeAddress(address string, of *Entrant) error {
	if err := (&PlannedEntrant{Name: "x", Address: address}).check(); err != nil {
		return say.Errorf("%s: %s", err.key, err.problem)
	}
	for _, e := range d.Entrants {
		if e != of && e.Address == address && !e.Withdrawn {
			return say.Errorf("%s is the address of %s", address, e.Name)
		}
	}
	return nil
}

func (d *Day) applyEntered(c *Decision) error {
	e := PlannedEntrant{Name: c.Entrant, Team: c.Team, Address: c.Address, Note: c.Note}
	if err := e.check(); err != nil {
		return say.Errorf("%s: %s", err.key, err.problem)
	}
	if _, err := d.Entrant(e.Name); err == nil {
		return say.Errorf("there is an entrant %.60q already", e.Name)
	}
	if err := d.freeAddress(e.Address, nil); err != nil {
		return err
	}
	first := d.Stages[0]
	swiss := first.Kind == Swiss && len(first.Rounds) < first.swissRounds(len(first.field()))
	switch {
	case len(d.Entrants) >= MaxEntrants:
		return say.Errorf("there are %d entrants already", len(d.Entrants))
	case first.Groups != nil && !swiss:
		return say.Errorf("%s has begun, and nobody can enter a %s then", first.Name, say.Word(first.Kind))
	}
	d.enter(Entrant{Name: e.Name, Team: e.Team, Address: e.Address, Note: e.Note, Late: true})
	if first.Groups != nil {
		first.Groups[0] = append(first.Groups[0], len(d.Entrants)-1)
	}
	return nil
}

// field is who plays in a stage, by seeds within the groups.
func (s *Stage) field() []int { return slices.Concat(s.Groups...) }

// Matches calls f with every match that is paired, stage by stage.
func (d *Day) Matches(f func(*Match)) {
	for _, s := range d.Stages {
		for _, r := range s.Rounds {
			for _, m := range r.Matches {
				f(m)
			}
		}
	}
}

// Match finds a match by STAGE/ROUND/PAIR; nil where none is paired.
func (d *Day) Match(id string) *Match {
	stage, _, _ := strings.Cut(id, "/")
	for _, s := range d.Stages {
		if s.Name != stage {
			continue
		}
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
