package cli

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/internal/junit"
	"github.com/loopline/loopline/safefile"
	"github.com/loopline/loopline/sim/finding"
)

// ciReport is the outcome of a command for systems that run it after each change: the
// flag --junit has it as test cases, --github as annotations.
type ciReport struct {
	file   string
	github bool
	cases  []junit.Case // what the command tells of; without any it is one case itself
	notes  []annotation // of places in files, besides the cases that fail
}

var junitOutput = safefile.FileType{Name: "JUnit report", Match: safefile.HasPrefix(junit.Prefix)}

// add adds a test case, whether or not there is a report.
func (r *ciReport) add(c junit.Case) { r.cases = append(r.cases, c) }

// of gives a command both flags.
func (r *ciReport) of(cmd *cobra.Command) {
	fileFlag(cmd.Flags(), &r.file, "junit", "", "also write the outcome to `FILE`, as JUnit's XML", []string{".xml"})
	r.annotates(cmd)
}

// annotates gives a command --github alone.
func (r *ciReport) annotates(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&r.github, "github", false, "print annotations for GitHub Actions, which sets it by GITHUB_ACTIONS=true")
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		r.cases, r.notes = nil, nil
		guard := guardOf(cmd.Context())
		if !cmd.Flags().Changed("github") {
			r.github = os.Getenv("GITHUB_ACTIONS") == "true"
		}
		if r.github {
			guard.armed.Store(true)
		}
		cases, err := r.run(cmd, args, run)
		if r.github && status(err) != statusUsage && status(err) != statusInterrupted {
			guard.annotate(r.annotations(cases, err))
		}
		return err
	}
}

// run runs the command and writes the file of --junit. It returns the cases, too.
func (r *ciReport) run(cmd *cobra.Command, args []string, run func(*cobra.Command, []string) error) ([]junit.Case, error) {
	if r.file != "" {
		if err := safefile.Check(r.file, junitOutput, false); err != nil {
			return nil, err
		}
	}
	out, printed, began := cmd.OutOrStdout(), &bytes.Buffer{}, time.Now()
	if r.file != "" || r.github {
		cmd.SetOut(io.MultiWriter(out, printed))
		defer cmd.SetOut(out)
	}
	err := run(cmd, args)
	if status(err) == statusUsage {
		return nil, err
	}
	host, _ := os.Hostname()
	s := junit.Suite{
		Name: strings.Join(append([]string{cmd.CommandPath()}, args...), " "), Host: host,
		Began: began, Took: time.Since(began), Cases: r.cases, Output: printed.String(),
	}
	if whole := r.whole(cmd, args, printed.String(), s.Took, err); whole != nil {
		s.Cases = append(s.Cases, *whole)
	}
	if r.file == "" {
		return s.Cases, err
	}
	text, wrong := junit.Append(nil, s)
	if wrong == nil {
		wrong = safefile.Write(r.file, junitOutput, false, text)
	}
	return s.Cases, errors.Join(err, wrong)
}

// whole returns the command as one case if it reported no cases, or if it failed for a
// reason that none of them shows; else nil.
func (r *ciReport) whole(cmd *cobra.Command, args []string, printed string, took time.Duration, err error) *junit.Case {
	c := junit.Case{Class: cmd.CommandPath(), Name: strings.Join(args, " "), Took: took}
	if c.Name == "" {
		c.Name = cmd.Name()
	}
	var wrong *foundError
	switch {
	case err == nil && len(r.cases) > 0:
		return nil
	case err == nil:
	case !errors.As(err, &wrong):
		c.Error = describe(err)
	case len(r.cases) > 0:
		return nil
	default:
		c.Failure = err.Error() + "\n" + printed
	}
	return &c
}

// annotations returns what GitHub shows: the notes, else each complaint of a design that
// does not compile, else the cases that failed.
func (r *ciReport) annotations(cases []junit.Case, err error) []annotation {
	if len(r.notes) > 0 || err == nil {
		return r.notes
	}
	var all []annotation
	if build, ok := errors.AsType[*finding.BuildError](err); ok {
		for _, line := range build.Lines {
			all = append(all, annotation{level: "error", title: build.Top + " does not compile", text: line})
		}
		return all
	}
	for _, c := range cases {
		if text := c.Error + c.Failure; text != "" {
			all = append(all, annotation{level: "error", title: c.Class + ": " + c.Name, text: text})
		}
	}
	return all
}
