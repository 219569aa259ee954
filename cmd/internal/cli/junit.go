package cli

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/internal/junit"
	"github.com/loopline/loopline/safefile"
)

// junitReport is the flag --junit of a command: its outcome as test cases, for systems
// that run it after each change.
type junitReport struct {
	file  string
	cases []junit.Case // what the command tells of; without any it is one case itself
}

var junitOutput = safefile.FileType{Name: "JUnit report", Match: safefile.HasPrefix(junit.Prefix)}

// add adds a test case, whether or not there is a report.
func (j *junitReport) add(c junit.Case) { j.cases = append(j.cases, c) }

// of gives a command the flag.
func (j *junitReport) of(cmd *cobra.Command) {
	fileFlag(cmd.Flags(), &j.file, "junit", "", "also write the outcome to `FILE`, as JUnit's XML", []string{".xml"})
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if j.file == "" {
			return run(cmd, args)
		}
		if err := safefile.Check(j.file, junitOutput, false); err != nil {
			return err
		}
		j.cases = nil
		out, printed, began := cmd.OutOrStdout(), &bytes.Buffer{}, time.Now()
		cmd.SetOut(io.MultiWriter(out, printed))
		defer cmd.SetOut(out)
		err := run(cmd, args)
		if status(err) == statusUsage {
			return err
		}
		s := junit.Suite{Name: strings.Join(append([]string{cmd.CommandPath()}, args...), " "), Took: time.Since(began), Cases: j.cases}
		if failed := j.whole(cmd, args, printed.String(), s.Took, err); failed != nil {
			s.Cases = append(s.Cases, *failed)
		}
		text, wrong := junit.Append(nil, s)
		if wrong == nil {
			wrong = safefile.Write(j.file, junitOutput, false, text)
		}
		return errors.Join(err, wrong)
	}
}

// whole returns the command as one case if it reported no cases, or if it failed for a
// reason that none of them shows; else nil.
func (j *junitReport) whole(cmd *cobra.Command, args []string, printed string, took time.Duration, err error) *junit.Case {
	c := junit.Case{Class: cmd.CommandPath(), Name: strings.Join(args, " "), Took: took}
	if c.Name == "" {
		c.Name = cmd.Name()
	}
	var wrong *foundError
	switch {
	case err == nil && len(j.cases) > 0:
		return nil
	case err == nil:
		c.Output = printed
	case !errors.As(err, &wrong):
		c.Error = describe(err)
	case len(j.cases) > 0:
		return nil
	default:
		c.Failure = err.Error() + "\n" + printed
	}
	return &c
}
