package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/commandline"
	"github.com/loopline/loopline/internal/junit"
	"github.com/loopline/loopline/internal/rangecheck"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/vfs"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/safefile"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/tooling"
	"github.com/loopline/loopline/starter"
	"github.com/loopline/loopline/trax/grade"
	"github.com/loopline/loopline/trax/tutorial"
)

// maxWeights bounds a file of weights in bytes.
const maxWeights = 64 << 10

type gradeOptions struct {
	tutorial bool
	stepText string
	steps    check.StepList // of stepText
	weights  string
	csv      string
	output   string
	jobs     int
	again    bool
	trust    trustOptions
	junit    ciReport
}

var gradesOutput = safefile.FileType{Name: "table of grades", Match: safefile.HasPrefix("student,points,of,")}

func newGradeCmd() *cobra.Command {
	var o gradeOptions
	cmd := &cobra.Command{
		Use:   "grade DIR",
		Short: "Grade a class's projects of the tutorial",
		Long: `Grade looks at the projects in DIR, a folder a student, each as "loopline new board"
began it: which steps of docs/tutorial it passes, which steps of "loopline sim check",
and how many points that makes. It copies the Makefile and rtl of each, and changes
nothing. A project whose content was graded before isn't graded again.

--weights names a file in TOML with the points of steps; without it each step of the
tutorial has 10:

  [tutorial]
  all = 5     # each that isn't named
  10 = 25
  [check]
  12 = 5

--csv writes a row a student for a spreadsheet, --junit a test case a step, and
--output a folder of pages for a browser: one with all, and one a student with what
failed and the moves.

Designs that are built alike, whatever their names and their order, are pointed out as
a hint. What "loopline new" writes doesn't count, nor what most of the class shares.

The exit status is 3 if a project couldn't be graded.`,
		Example: "  loopline grade class --tutorial --csv grades.csv -o pages",
		Args:    wantArgs(1, 1, "the DIR of the projects"),
		RunE: commandline.InLanguage(checked(func(string) error {
			if !o.tutorial {
				return errors.New("--tutorial is missing: it is what projects are graded by")
			}
			var err error
			if o.steps, err = check.ParseStepList(o.stepText, len(tutorial.Steps())); err != nil {
				return say.Errorf("--steps %w", err)
			}
			return rangecheck.Int("--jobs", o.jobs, 1, 256)
		}, o.run)),
	}
	f := cmd.Flags()
	f.BoolVar(&o.tutorial, "tutorial", false, "grade by the steps of docs/tutorial")
	f.StringVar(&o.stepText, "steps", "0", "grade only these steps of the tutorial, such as `1-7`; 0 is all")
	f.StringVar(&o.weights, "weights", "", "points for the steps, from `FILE`")
	fileFlag(f, &o.csv, "csv", "", "also write a row a student to `FILE`", []string{".csv"})
	f.StringVarP(&o.output, "output", "o", "", "make a folder `DIR` of pages")
	f.IntVar(&o.jobs, "jobs", runtime.NumCPU(), "projects at once")
	f.BoolVar(&o.again, "again", false, "grade projects again that were graded before")
	o.trust.flags(f)
	o.junit.of(cmd)
	return cmd
}

func (o *gradeOptions) run(cmd *cobra.Command, dir string) error {
	trax, err := games.ByName(games.Default)
	if err != nil {
		return err
	}
	weights := grade.DefaultWeights(len(trax.Steps()))
	if o.weights != "" {
		text, err := readText(o.weights, maxWeights, "a file of weights")
		if err == nil {
			err = weights.ParseWeights(text)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", o.weights, err)
		}
	}
	if o.csv != "" {
		if err := safefile.Check(o.csv, gradesOutput, false); err != nil {
			return err
		}
	}
	if o.output != "" {
		if err := newFolder(o.output); err != nil {
			return err
		}
	}
	language := commandline.Language(cmd)
	ticker := terminal.NewTicker(cmd.ErrOrStderr(), "students")
	starters, err := os.MkdirTemp("", "loopline-starter-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(starters)
	done := 0
	builder := newBuilder(cmd, &o.trust)
	builder.OnBuild, builder.Bounds = nil, model.DefaultBounds()
	builder.Isolation.Seats(o.jobs)
	builder.Memory = max(builder.Isolation.PlayerMemory(), rangecheck.MinMemory)
	g := grade.Grader{
		Dir: dir, Weights: weights, Steps: o.steps, Jobs: o.jobs, Program: programSum(), Builder: builder, Language: language,
		Command: func(ctx context.Context, args []string, out, errOut io.Writer) int {
			if cmd.Flags().Changed("isolation") {
				args = append(args[:len(args):len(args)], "--isolation", o.trust.mode.String())
			}
			args = bounded(args, builder.Memory)
			ctx = context.WithValue(player.HideProgress(ctx), modelMemory{}, builder.Memory)
			return run(ctx, append(args[:len(args):len(args)], "--lang", say.Names()[language]), strings.NewReader(""), out, errOut)
		},
		OnStudent: func(grade.Student) { done++; ticker.Tick(done) },
	}
	for _, in := range starter.Languages("board") {
		project := filepath.Join(starters, in)
		if _, err := (starter.Project{Kind: "board", Language: in, Board: starter.Boards()[0]}).Write(project); err != nil {
			return err
		}
		g.Starters = append(g.Starters, project)
	}
	if !o.again {
		g.Cache = filepath.Join(tooling.CacheDir(), "grades")
	}
	students, err := g.Run(cmd.Context())
	ticker.Done()
	if err != nil {
		return err
	}
	return o.report(cmd, students, weights, language)
}

// bounded returns the words of a command such that its models hold so many bytes each, and only one of them runs at
// once: the projects share the machine already.
func bounded(args []string, memory int64) []string {
	args = slices.Clone(args)
	switch strings.Join(args[:min(2, len(args))], " ") {
	case "sim check":
		args = append(args, "--memory", rangecheck.Size(memory).String())
	case "sim compare":
		args = append(args, "--threads", "1")
	}
	return args
}

// report prints and writes the grades.
func (o *gradeOptions) report(cmd *cobra.Command, students []grade.Student, weights grade.Weights, language say.Language) error {
	ungraded := 0
	for _, s := range students {
		if s.Problem != "" {
			ungraded++
			o.junit.add(junit.Case{Class: cmd.CommandPath() + " " + s.Name, Name: "project", Error: s.Problem})
		}
		for _, steps := range []struct {
			of  string
			all []grade.Result
		}{{"tutorial", s.Tutorial}, {"check", s.Check}} {
			for _, r := range steps.all {
				c := junit.Case{Class: cmd.CommandPath() + " " + s.Name, Name: steps.of + " " + r.StepName()}
				if !r.Passed {
					c.Failure = strings.Join([]string{r.Text, r.Moves, r.Board}, "\n")
				}
				o.junit.add(c)
			}
		}
	}
	err := grade.WriteTable(cmd.OutOrStdout(), students, language)
	if o.csv != "" {
		var text bytes.Buffer
		err = errors.Join(err, grade.WriteCSV(&text, students, weights), safefile.Write(o.csv, gradesOutput, false, text.Bytes()))
	}
	if o.output != "" {
		err = errors.Join(err, grade.WritePages(o.output, students, language))
	}
	if err == nil && ungraded > 0 {
		err = &foundError{say.Format("%s not graded", say.Plural(ungraded, "%d project was", "%d projects were"))}
	}
	return err
}

// readText reads a file of at most so many bytes, such as "a file of weights".
func readText(name string, most int64, what string) (string, error) {
	f, err := vfs.OpenRegular(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("it is longer than %d KiB; is it %s?", most>>10, what)
	}
	return string(text), err
}

// programSum tells this program from others: what another one found is found again.
func programSum() string {
	name, err := os.Executable()
	if err != nil {
		return ""
	}
	info, err := os.Stat(name)
	if err != nil {
		return ""
	}
	return fmt.Sprint(name, info.Size(), info.ModTime().UnixNano())
}
