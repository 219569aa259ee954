// Package junit writes reports of tests in the XML of JUnit, which CI systems and
// editors read. It has the elements that the common schemas agree on.
package junit

import (
	"encoding/xml"
	"fmt"
	"strings"
	"time"
)

// Prefix begins every report.
const Prefix = `<?xml version="1.0" encoding="UTF-8"?>` + "\n<testsuites"

// Suite is the outcome of one command.
type Suite struct {
	Name  string
	Cases []Case
	Took  time.Duration
}

// Case is one step of it, one file or one design. It passed if Failure, Error and Skipped
// are empty.
type Case struct {
	Class, Name string
	Took        time.Duration // 0 if it isn't known
	Failure     string        // what is wrong, as a person reads it; its first line sums it up
	Error       string        // why there is no outcome
	Skipped     string        // why it didn't run
	Output      string        // what it printed besides
}

type suites struct {
	XMLName  xml.Name `xml:"testsuites"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Time     string   `xml:"time,attr"`
	Suite    suite    `xml:"testsuite"`
}

type suite struct {
	Name     string     `xml:"name,attr"`
	Tests    int        `xml:"tests,attr"`
	Failures int        `xml:"failures,attr"`
	Errors   int        `xml:"errors,attr"`
	Skipped  int        `xml:"skipped,attr"`
	Time     string     `xml:"time,attr"`
	Cases    []testCase `xml:"testcase"`
}

type testCase struct {
	Class   string   `xml:"classname,attr"`
	Name    string   `xml:"name,attr"`
	Time    string   `xml:"time,attr"`
	Skipped *reason  `xml:"skipped"`
	Error   *reason  `xml:"error"`
	Failure *reason  `xml:"failure"`
	Output  *content `xml:"system-out"`
}

type reason struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

type content struct {
	Text string `xml:",chardata"`
}

// Append appends the report of a suite to dst. Characters that XML can't hold become
// U+FFFD.
func Append(dst []byte, s Suite) ([]byte, error) {
	out := suite{Name: s.Name, Tests: len(s.Cases), Time: seconds(s.Took)}
	for _, c := range s.Cases {
		t := testCase{Class: c.Class, Name: c.Name, Time: seconds(c.Took)}
		switch {
		case c.Error != "":
			out.Errors++
			t.Error = because(c.Error)
		case c.Failure != "":
			out.Failures++
			t.Failure = because(c.Failure)
		case c.Skipped != "":
			out.Skipped++
			t.Skipped = because(c.Skipped)
		}
		if c.Output != "" {
			t.Output = &content{c.Output}
		}
		out.Cases = append(out.Cases, t)
	}
	text, err := xml.MarshalIndent(suites{Tests: out.Tests, Failures: out.Failures, Errors: out.Errors, Time: out.Time, Suite: out}, "", "  ")
	if err != nil {
		return dst, err
	}
	return append(append(append(dst, xml.Header...), text...), '\n'), nil
}

func because(text string) *reason {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return &reason{strings.TrimSpace(line), text}
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }
