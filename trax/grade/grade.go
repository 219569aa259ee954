// Package grade grades projects of the tutorial, one folder a student: which steps of
// docs/tutorial and of the check each passes, the points for them, and which designs are
// built alike.
package grade

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/loopline/loopline/internal/durable"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/vfs"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/lint"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/trax/tutorial"
)

// Limits of what is graded.
const (
	maxStudents = 2000
	maxFiles    = 2000             // of a project
	maxBytes    = 64 << 20         // of a project
	maxTime     = 20 * time.Minute // of a project
	maxText     = 16 << 10         // bytes that are kept of what a step says
)

// Grader grades projects. Fill it in, then call Run once.
type Grader struct {
	Dir      string // holds a folder a student
	Weights  Weights
	Steps    []int  // of the tutorial that are asked for; none is all
	Jobs     int    // projects at once
	Cache    string // folder of results by content; empty keeps none
	Program  string // that grades; results of another are made again
	Builder  *model.Builder
	Language say.Language

	// Starters are folders of projects as they are written for students: nobody is said to have
	// copied what is in them.
	Starters []string

	// Command runs Loopline and returns its exit status. What a design says goes to errOut, and nothing of it
	// to out. It is called concurrently.
	Command func(ctx context.Context, args []string, out, errOut io.Writer) int

	// OnStudent is called after each project, in any order, but not concurrently; may be nil.
	OnStudent func(Student)
}

// Result is a step of the tutorial or of the check.
type Result struct {
	Number int
	Name   string
	Passed bool
	Text   string // why it isn't passed
	Moves  string // that led there, if there are any
	Board  string // before the last of them
}

// Student is a graded project.
type Student struct {
	Name     string // of its folder
	Problem  string // why it can't be graded; empty if it was
	Tutorial []Result
	Check    []Result

	Points, Most float64 `json:"-"` // by the weights

	// Alike are hints: students whose design is built like this one.
	Alike []Alike `json:"-"`

	Shapes map[uint64]int // of its design; see lint.Shapes
}

// Failed returns the first step of the tutorial that isn't passed, or nil.
func (s *Student) Failed() *Result {
	for i := range s.Tutorial {
		if !s.Tutorial[i].Passed {
			return &s.Tutorial[i]
		}
	}
	return nil
}

// Passed counts the steps that are passed.
func Passed(steps []Result) (n int) {
	for _, r := range steps {
		if r.Passed {
			n++
		}
	}
	return n
}

// Run grades all projects of the folder and returns them in the order of their names. The
// projects are copied and stay as they are.
func (g *Grader) Run(ctx context.Context) ([]Student, error) {
	names, err := g.names()
	if err != nil {
		return nil, err
	}
	work, err := os.MkdirTemp("", "loopline-grade-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	students := make([]Student, len(names))
	errs := make([]error, len(names))
	places := make(chan struct{}, max(1, g.Jobs))
	var grading sync.WaitGroup
	var telling sync.Mutex
	for i, name := range names {
		grading.Go(func() {
			select {
			case places <- struct{}{}:
				defer func() { <-places }()
			case <-ctx.Done():
				return
			}
			students[i], errs[i] = g.student(ctx, name, filepath.Join(work, fmt.Sprint("student", i)))
			if g.OnStudent != nil && ctx.Err() == nil {
				telling.Lock()
				defer telling.Unlock()
				g.OnStudent(students[i])
			}
		})
	}
	grading.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	compare(students, g.starters(ctx))
	return students, nil
}

// starters are the shapes of the projects that students begin with, as far as they can be read here.
func (g *Grader) starters(ctx context.Context) map[uint64]int {
	all := make(map[uint64]int)
	for _, dir := range g.Starters {
		address, err := tutorial.Address(dir)
		if err != nil {
			continue
		}
		shapes, err := g.shapes(ctx, address)
		if err != nil {
			continue
		}
		for shape, n := range shapes {
			all[shape] = max(all[shape], n)
		}
	}
	return all
}

// shapes returns the structural hashes of the board at an address.
func (g *Grader) shapes(ctx context.Context, address string) (map[uint64]int, error) {
	board, err := sim.DirBoard(address)
	if err != nil {
		return nil, err
	}
	return lint.Shapes(ctx, g.Builder, board.Design())
}

// names are the folders of the students.
func (g *Grader) names() (names []string, err error) {
	entries, err := os.ReadDir(g.Dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	switch {
	case len(names) == 0:
		return nil, say.Errorf("%s holds no folders; grade wants one with a project a student, as \"loopline new board\" writes them", g.Dir)
	case len(names) > maxStudents:
		return nil, say.Errorf("%s holds %d folders, of %d at most; grade them in parts", g.Dir, len(names), maxStudents)
	}
	return names, nil
}

// student grades one project. The error is one of this machine, not of the project.
func (g *Grader) student(ctx context.Context, name, work string) (Student, error) {
	s := Student{Name: name}
	sum, err := copyProject(filepath.Join(g.Dir, name), work)
	defer os.RemoveAll(work)
	if wrong := (*projectError)(nil); errors.As(err, &wrong) {
		s.Problem = g.Language.Say(wrong.text)
		g.weigh(&s)
		return s, nil
	}
	if err != nil {
		return s, err
	}
	key := g.key(sum)
	if g.load(key, &s) {
		s.Name = name
		g.weigh(&s)
		return s, nil
	}
	limited, cancel := context.WithTimeoutCause(ctx, maxTime, errTooLong)
	defer cancel()
	if err := g.grade(limited, &s, work); err != nil {
		if ctx.Err() != nil {
			return s, context.Cause(ctx)
		}
		s.Problem = clip(g.clean(g.Language.Say(say.TextOf(err)), work, name))
		s.Tutorial, s.Check = nil, nil
	} else if err := g.save(key, s); err != nil {
		return s, err
	}
	g.weigh(&s)
	return s, nil
}

var errTooLong = say.Errorf("grading it took more than %v", maxTime)

// grade asks for all steps.
func (g *Grader) grade(ctx context.Context, s *Student, work string) error {
	address, err := tutorial.Address(work)
	if err != nil {
		return err
	}
	if err := g.checkBoard(work); err != nil {
		return err
	}
	if err := g.build(ctx, address); err != nil {
		return err
	}
	for _, step := range tutorial.Steps() {
		if len(g.Steps) > 0 && !slices.Contains(g.Steps, step.Number) {
			continue
		}
		var out bytes.Buffer
		c := tutorial.Check{Dir: work, Only: step.Number, Out: &out, Builder: g.Builder, Language: g.Language, Command: g.Command}
		failed, err := c.Run(ctx)
		if err != nil {
			return err
		}
		r := Result{Number: step.Number, Name: step.Name, Passed: failed == nil}
		if failed != nil {
			r.Text = clip(g.clean(out.String(), work, s.Name))
			r.Moves = g.movesIn(r.Text)
		}
		s.Tutorial = append(s.Tutorial, r)
	}
	if err := g.check(ctx, s, address, work); err != nil {
		return err
	}
	if s.Shapes, err = g.shapes(ctx, address); err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil // a design that Verilator can't read is like no other
}

// build builds the board at an address before its steps do. Its error is one of time: on a busy machine
// a design that is sound would fail each step. What else is wrong the steps say.
func (g *Grader) build(ctx context.Context, address string) error {
	board, err := sim.DirBoard(address)
	if err == nil {
		_, err = sim.BuildBoard(ctx, g.Builder, board)
	}
	if late := (*model.BuildTimeError)(nil); errors.As(err, &late) {
		return late
	}
	return nil
}

// checkStep is a step as "check --json" prints it.
type checkStep struct {
	Step                                int
	Name, Status, Detail, Expected, Got string
	Moves                               string
	Board                               []string
}

// check plays the check once, and takes its steps.
func (g *Grader) check(ctx context.Context, s *Student, address, work string) error {
	var out bytes.Buffer
	status := g.Command(ctx, []string{"sim", "check", address, "--json"}, &out, io.Discard)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	for line := range strings.Lines(out.String()) {
		var step checkStep
		if json.Unmarshal([]byte(line), &step) != nil || step.Step == 0 {
			continue // a rule, or what isn't JSON
		}
		r := Result{Number: step.Step, Name: step.Name, Passed: step.Status == "ok" || step.Status == "note"}
		if !r.Passed {
			text := step.Detail
			for _, more := range [][2]string{{"expected", step.Expected}, {"got", step.Got}} {
				if more[1] != "" {
					text += "\n" + more[0] + " " + more[1]
				}
			}
			r.Text = clip(g.clean(step.Status+": "+strings.TrimSpace(text), work, s.Name))
			r.Moves, r.Board = step.Moves, strings.Join(step.Board, "\n")
		}
		s.Check = append(s.Check, r)
	}
	if len(s.Check) == 0 && status == 0 {
		return say.Errorf("the check printed no step")
	}
	return nil // without steps the design doesn't build, which the tutorial's say
}

// weigh sets the points.
func (g *Grader) weigh(s *Student) {
	s.Points, s.Most = 0, g.Weights.most(g.Steps)
	for _, r := range s.Tutorial {
		if r.Passed {
			s.Points += g.Weights.Tutorial.of(r.Number)
		}
	}
	for _, r := range s.Check {
		if r.Passed {
			s.Points += g.Weights.Check.of(r.Number)
		}
	}
}

// clean replaces the folder in which a project was graded by its name.
func (g *Grader) clean(text, work, name string) string { return strings.ReplaceAll(text, work, name) }

// clip shortens a text.
func clip(text string) string {
	if len(text) > maxText {
		text = strings.ToValidUTF8(text[:maxText], "") + "\n…"
	}
	return text
}

// movesIn are the moves that lead to what a command of a step found, as "sim check" prints them in
// the grader's language, "sim compare" and "sim vectors".
func (g *Grader) movesIn(text string) string {
	for line := range strings.Lines(text) {
		for _, label := range []string{"moves:", "replay: loopline replay", g.Language.Say(say.Format("moves"))} {
			moves, ok := strings.CutPrefix(strings.TrimSpace(line), label)
			if ok && strings.HasPrefix(moves, " ") {
				return strings.Trim(strings.TrimSpace(moves), `'"`)
			}
		}
	}
	return ""
}

// checkBoard is an error of a project's board that is out of bounds.
func (g *Grader) checkBoard(work string) error {
	board, err := tutorial.Board(work)
	if err == nil {
		_, err = sim.ParseEntrant(board, false, g.Builder.Bounds)
	}
	if err != nil {
		return &projectError{say.Format("BOARD of its Makefile: %s", say.TextOf(err))}
	}
	return nil
}

// key names the result of a project's content.
func (g *Grader) key(sum string) string {
	h := sha256.Sum256([]byte(fmt.Sprintf("%s\x00%d\x00%v\x00%s", g.Program, g.Language, g.Steps, sum)))
	return hex.EncodeToString(h[:16])
}

// load reads a result that was kept.
func (g *Grader) load(key string, s *Student) bool {
	if g.Cache == "" {
		return false
	}
	text, err := os.ReadFile(filepath.Join(g.Cache, key+".json"))
	return err == nil && json.Unmarshal(text, s) == nil && len(s.Tutorial) > 0
}

// save keeps a result.
func (g *Grader) save(key string, s Student) error {
	if g.Cache == "" {
		return nil
	}
	if err := os.MkdirAll(g.Cache, 0o755); err != nil {
		return err
	}
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return durable.Write(filepath.Join(g.Cache, key+".json"), text)
}

// projectError says why a project can't be graded.
type projectError struct{ text say.Text }

func (e *projectError) Error() string  { return e.text.String() }
func (e *projectError) Text() say.Text { return e.text }

// copyProject copies what the steps read: the Makefile and rtl. It returns the sum of all
// that. Links and what isn't a regular file are passed over.
func copyProject(from, to string) (sum string, err error) {
	h := sha256.New()
	files, total := 0, int64(0)
	take := func(name string) error {
		info, err := os.Lstat(filepath.Join(from, name))
		if err != nil || !info.Mode().IsRegular() {
			return err
		}
		if files++; files > maxFiles {
			return &projectError{say.Format("it has more than %d files", maxFiles)}
		}
		if total += info.Size(); total > maxBytes {
			return &projectError{say.Format("it is larger than %d MiB", maxBytes>>20)}
		}
		text, err := readRegular(filepath.Join(from, name), maxBytes)
		if err != nil {
			return err
		}
		fmt.Fprintf(h, "%q %d ", name, len(text))
		_, _ = h.Write(text)
		if err := os.MkdirAll(filepath.Dir(filepath.Join(to, name)), 0o755); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, name), text, 0o644)
	}
	if err := take("Makefile"); errors.Is(err, fs.ErrNotExist) {
		return "", &projectError{say.Format("it has no Makefile of \"loopline new board\"")}
	} else if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Join(to, "rtl"), 0o755); err != nil {
		return "", err
	}
	if board, err := tutorial.Board(to); err == nil {
		for _, name := range board.Files() {
			if strings.HasPrefix(name, "rtl/") {
				continue // it comes with the folder
			}
			if err := take(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return "", err
			}
		}
	}
	err = filepath.WalkDir(filepath.Join(from, "rtl"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		return take(name)
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = &projectError{say.Format("it has no folder rtl")}
	}
	return hex.EncodeToString(h.Sum(nil)), err
}

// readRegular reads at most so many bytes of a regular file.
func readRegular(name string, most int64) ([]byte, error) {
	f, err := vfs.OpenRegular(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most))
}

// StepName returns the number and the name of a step.
func (r Result) StepName() string { return strconv.Itoa(r.Number) + " " + r.Name }
