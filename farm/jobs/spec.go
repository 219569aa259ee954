// Package jobs does work that outgrows one machine: a coordinator gives the jobs
// of a spec to workers, by NATS, and keeps each job's result once.
//
// A job runs a program that the worker has on its list by hash, in isolation. Its
// result is a record or what it printed, as if one machine had done all.
package jobs

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"github.com/loopline/loopline/internal/rangecheck"
	"github.com/loopline/loopline/internal/vfs"
)

// The kinds of work.
const (
	Pairs = "pairs" // of games between two players, who change seats; results are records
	Seeds = "seeds" // a command that is run once a seed or name; results are what it prints or leaves
)

// Limits of a spec.
const (
	maxSpec = 1 << 20
	maxRuns = 100_000_000
	maxJobs = 2_000_000
	maxFile = 1 << 30
)

// Spec describes a set of jobs. Its file is TOML.
type Spec struct {
	Kind    string   `toml:"kind" json:"kind"`
	Program string   `toml:"program" json:"-"` // that does the jobs: loopline, or what Command runs
	Files   []string `toml:"files" json:"-"`   // programs that it needs in its folder, such as players

	// Of pairs.
	Game     string            `toml:"game" json:"game,omitempty"`
	Players  []string          `toml:"players" json:"players,omitempty"` // {n} in one is the number of the pair, as a seed
	Pairs    int               `toml:"pairs" json:"pairs,omitempty"`
	MoveTime string            `toml:"move_time" json:"move_time,omitempty"`
	Options  map[string]string `toml:"options" json:"options,omitempty"`
	Openings string            `toml:"openings" json:"-"` // a file with one a line, used in turn
	SPRT     string            `toml:"sprt" json:"-"`     // end as soon as this test is decided: ELO0,ELO1

	// Of seeds.
	Command   []string `toml:"command" json:"command,omitempty"` // arguments of the program; {n} is the seed
	Seeds     int      `toml:"seeds" json:"seeds,omitempty"`
	FirstSeed int      `toml:"first_seed" json:"first_seed,omitempty"`
	Names     []string `toml:"names" json:"names,omitempty"`   // what {n} is in place of seeds
	Result    string   `toml:"result" json:"result,omitempty"` // the file that a run leaves; empty is what it prints

	PerJob        int    `toml:"per_job" json:"per_job"`             // pairs or seeds; a job should take minutes
	Deterministic bool   `toml:"deterministic" json:"deterministic"` // whoever does a job, the result is the same
	Lease         string `toml:"lease" json:"-"`                     // how long a worker may be silent
	Limit         string `toml:"limit" json:"-"`                     // how long a job may take

	Binaries map[string]string `toml:"-" json:"binaries"`           // by name: the hash of each
	Opened   []string          `toml:"-" json:"openings,omitempty"` // what Openings holds

	lease, limit time.Duration
	id           string
	file         string
	programs     Programs
}

// The defaults of a spec.
const (
	defaultPerJob = 100
	defaultLimit  = time.Hour
)

// ReadSpec reads the file of a spec, and the binaries and openings that it names:
// paths in it are relative to its folder.
func ReadSpec(name string) (*Spec, error) {
	text, err := readBounded(name, maxSpec)
	if err != nil {
		return nil, fmt.Errorf("spec: %w", err)
	}
	s := &Spec{file: name}
	d := toml.NewDecoder(strings.NewReader(strings.TrimPrefix(string(text), "\ufeff"))).DisallowUnknownFields()
	err = d.Decode(s)
	switch {
	case s.Kind == "fuzz": // whatever else it says
		return nil, fmt.Errorf("%s: %w", name, errFuzz)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, explainTOML(string(text), err))
	}
	if err := s.load(filepath.Dir(name)); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// errFuzz is for a kind of earlier versions.
var errFuzz = errors.New("kind \"fuzz\" is not known any more: make fuzz runs the fuzz targets of Loopline, go test -fuzz those of a package")

// explainTOML names the line of a mistake.
func explainTOML(text string, err error) error {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		row, _ := strict.Errors[0].Position()
		return fmt.Errorf("line %d: there is no %q", row, strings.Join(strict.Errors[0].Key(), "."))
	}
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		row, column := decode.Position()
		problem := rangecheck.WrongType(text, row, decode.Error(), []string{"lease", "limit", "move_time"})
		return fmt.Errorf("line %d, column %d: %s", row, column, problem)
	}
	return err
}

func readBounded(name string, most int64) ([]byte, error) {
	f, err := vfs.OpenRegular(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("%s has more than %d bytes", name, most)
	}
	return text, err
}

// load checks the spec and reads what it names.
func (s *Spec) load(dir string) (err error) {
	s.PerJob = cmp.Or(s.PerJob, defaultPerJob)
	if err := s.check(); err != nil {
		return err
	}
	if s.lease, err = duration("lease", s.Lease, 0); err != nil {
		return err
	}
	if s.limit, err = duration("limit", s.Limit, defaultLimit); err != nil {
		return err
	}
	if s.MoveTime != "" {
		if _, err := rangecheck.ParseDuration(s.MoveTime); err != nil {
			return fmt.Errorf("move_time: %w", err)
		}
	}
	if s.Openings != "" {
		text, err := readBounded(resolvePath(dir, s.Openings), maxSpec)
		if err != nil {
			return fmt.Errorf("openings: %w", err)
		}
		s.Opened = strings.Split(strings.TrimSpace(string(text)), "\n")
	}
	s.Binaries, s.programs = map[string]string{}, Programs{}
	for _, file := range append([]string{s.Program}, s.Files...) {
		name := filepath.Base(file)
		if s.Binaries[name] != "" {
			return fmt.Errorf("two programs are called %q", name)
		}
		if s.Binaries[name], err = Hash(resolvePath(dir, file)); err != nil {
			return fmt.Errorf("program: %w", err)
		}
		s.programs[s.Binaries[name]] = resolvePath(dir, file)
	}
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(text)
	s.id = hex.EncodeToString(sum[:12])
	return nil
}

func resolvePath(dir, file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(dir, file)
}

func duration(what, text string, unset time.Duration) (time.Duration, error) {
	if text == "" {
		return unset, nil
	}
	d, err := rangecheck.ParseDuration(text)
	if err == nil && (d < time.Second || d > 24*time.Hour) {
		err = fmt.Errorf("%.40q is not a time from 1s to 24h", text)
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", what, err)
	}
	return d, nil
}

func (s *Spec) check() error {
	switch {
	case s.Program == "":
		return errors.New("program is missing: the path of the loopline, or of another program, that does the jobs")
	case s.PerJob < 1:
		return fmt.Errorf("per_job %d is below 1", s.PerJob)
	case s.PerJob > maxRuns:
		return fmt.Errorf("per_job %d is above %d", s.PerJob, maxRuns)
	case s.Kind == Pairs && len(s.Players) != 2:
		return fmt.Errorf("players: a pair of games is between two, and there are %d", len(s.Players))
	case s.Kind == Seeds && len(s.Command) == 0:
		return errors.New("command is missing: the arguments of the program, of which one holds {n}, the seed")
	case s.Kind == Seeds && !strings.Contains(strings.Join(s.Command, " "), "{n}"):
		return errors.New("command: no argument holds {n}, the seed; all jobs would be the same")
	case s.Kind == Seeds && s.SPRT != "":
		return errors.New("sprt is a test of pairs of games")
	case len(s.Names) > 0 && (s.Kind != Seeds || s.Seeds != 0 || s.FirstSeed != 0):
		return errors.New("names replace seeds: leave out seeds and first_seed, with kind = \"seeds\"")
	case s.Result != "" && (s.Kind != Seeds || s.PerJob != 1):
		return errors.New("result is the file of one run of kind \"seeds\": write per_job = 1")
	case s.Result != "" && !isFileName(s.Result):
		return fmt.Errorf("result %.80q is not the name of a file in the job's folder", s.Result)
	case s.Kind != Pairs && s.Kind != Seeds:
		return fmt.Errorf("kind %.40q is not known; write %s or %s", s.Kind, Pairs, Seeds)
	}
	return s.checkSize()
}

func (s *Spec) checkSize() error {
	switch {
	case s.runs() < 1 || s.runs() > maxRuns:
		return fmt.Errorf("%s %d is outside 1 to %d", s.Kind, s.runs(), maxRuns)
	case s.Jobs() > maxJobs:
		return fmt.Errorf("%d jobs are more than %d; raise per_job, a job should take minutes", s.Jobs(), maxJobs)
	}
	return nil
}

// runs counts the pairs or seeds of all jobs.
func (s *Spec) runs() int {
	switch {
	case s.Kind == Pairs:
		return s.Pairs
	case len(s.Names) > 0:
		return len(s.Names)
	}
	return s.Seeds
}

// Player is the player of pairs, as the spec names it, whose address in a game is this
// one: with {n} in place of the number.
func (s *Spec) Player(address string) string {
	for _, player := range s.Players {
		before, behind, found := strings.Cut(player, "{n}")
		number, ok := strings.CutPrefix(address, before)
		if !found || !ok {
			continue
		}
		if number = number[:len(number)-len(strings.TrimLeft(number, "0123456789"))]; number != "" &&
			before+number+strings.ReplaceAll(behind, "{n}", number) == address {
			return player
		}
	}
	return address
}

// ID names the spec, its binaries and openings: equal work has equal names.
func (s *Spec) ID() string { return s.id }

// Programs returns the programs that the spec names, for workers of the same process.
func (s *Spec) Programs() Programs { return s.programs }

// Jobs counts the jobs of the spec.
func (s *Spec) Jobs() int { return (s.runs() + s.PerJob - 1) / s.PerJob }

// Suffix returns the file name ending of a result.
func (s *Spec) Suffix() string {
	if s.Kind != Seeds {
		return ".jsonl"
	}
	return ".txt"
}

// Job tells a worker which program to run, with which arguments, in one folder.
type Job struct {
	Spec   string            `json:"spec"`
	Number int               `json:"number"`
	Name   string            `json:"name"`   // of the program, human-readable
	Hash   string            `json:"hash"`   // of the program
	Files  map[string]string `json:"files"`  // what the folder holds: the hash of each program by its name
	Steps  [][]string        `json:"steps"`  // the arguments of each run
	Result string            `json:"result"` // the file that is the result; empty is what the runs print
	Limit  time.Duration     `json:"limit"`
}

// record is the file that games are written to.
const record = "record.jsonl"

// Job makes a job, by its number from 0.
func (s *Spec) Job(number int) *Job {
	name := filepath.Base(s.Program)
	j := &Job{Spec: s.id, Number: number, Name: name, Hash: s.Binaries[name], Files: map[string]string{}, Limit: s.limit}
	for _, file := range s.Files {
		j.Files[filepath.Base(file)] = s.Binaries[filepath.Base(file)]
	}
	if j.Result = s.Result; s.Kind == Pairs {
		j.Result = record
	}
	for n := number * s.PerJob; n < min((number+1)*s.PerJob, s.runs()); n++ {
		j.Steps = append(j.Steps, s.step(n))
	}
	return j
}

// step is the arguments of a run.
func (s *Spec) step(n int) []string {
	switch {
	case len(s.Names) > 0:
		return named(s.Command, s.Names[n])
	case s.Kind == Seeds:
		return numbered(s.Command, s.FirstSeed+n)
	}
	// The worker isolates all of it; players see each other and the referee.
	step := append([]string{"play"}, numbered(s.Players, n+1)...)
	step = append(step, "--games", "2", "--record", record, "--isolation", "none")
	if s.Game != "" {
		step = append(step, "--game", s.Game)
	}
	if s.MoveTime != "" {
		step = append(step, "--move-time", s.MoveTime)
	}
	for _, name := range sortedKeys(s.Options) {
		step = append(step, "--option", name+"="+s.Options[name])
	}
	if len(s.Opened) > 0 {
		step = append(step, "--option", "opening="+s.Opened[n%len(s.Opened)])
	}
	return step
}

// numbered puts a number for {n}.
func numbered(words []string, n int) []string { return named(words, strconv.Itoa(n)) }

// named puts a name for {n}.
func named(words []string, name string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = strings.ReplaceAll(w, "{n}", name)
	}
	return out
}

// isFileName reports whether a name is valid for a file in a job's folder.
func isFileName(name string) bool {
	return name == filepath.Base(name) && !strings.HasPrefix(name, ".")
}

// Games counts the games in the result of a job: whole pairs.
func (s *Spec) Games(number int) int {
	return 2 * (min((number+1)*s.PerJob, s.runs()) - number*s.PerJob)
}
