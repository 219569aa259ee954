// Package junit writes reports of tests in the XML of JUnit, which CI systems and
// editors read. A report is valid by the schemas of Ant and of Jenkins: the first wants
// more elements and attributes than most readers use.
package junit

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"strings"
	"time"
)

// Prefix begins every report.
const Prefix = `<?xml version="1.0" encoding="UTF-8"?>` + "\n<testsuites"

// Suite is the outcome of one command.
type Suite struct {
	Name   string
	Host   string // where it ran; empty is localhost
	Began  time.Time
	Took   time.Duration
	Cases  []Case
	Output string // what it printed
}

// Case is one step of it, one file or one design. It passed if Failure, Error and Skipped
// are empty.
type Case struct {
	Class, Name string
	Took        time.Duration // 0 if it isn't known
	Failure     string        // what is wrong, as a person reads it; its first line sums it up
	Error       string        // why there is no outcome
	Skipped     string        // why it didn't run
}

type suites struct {
	XMLName xml.Name `xml:"testsuites"`
	Suite   suite    `xml:"testsuite"`
}

type suite struct {
	ID         int        `xml:"id,attr"`
	Package    string     `xml:"package,attr"`
	Name       string     `xml:"name,attr"`
	Timestamp  string     `xml:"timestamp,attr"`
	Host       string     `xml:"hostname,attr"`
	Tests      int        `xml:"tests,attr"`
	Failures   int        `xml:"failures,attr"`
	Errors     int        `xml:"errors,attr"`
	Skipped    int        `xml:"skipped,attr"`
	Time       string     `xml:"time,attr"`
	Properties struct{}   `xml:"properties"`
	Cases      []testCase `xml:"testcase"`
	Out        string     `xml:"system-out"`
	Err        string     `xml:"system-err"`
}

type testCase struct {
	Class   string  `xml:"classname,attr"`
	Name    string  `xml:"name,attr"`
	Time    string  `xml:"time,attr"`
	Skipped *reason `xml:"skipped"`
	Error   *reason `xml:"error"`
	Failure *reason `xml:"failure"`
}

type reason struct {
	Type    string `xml:"type,attr,omitempty"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// Append appends the report of a suite to dst. Characters that XML can't hold become
// U+FFFD.
func Append(dst []byte, s Suite) ([]byte, error) {
	out := suite{
		Package: "loopline", Name: s.Name, Timestamp: s.Began.UTC().Format("2006-01-02T15:04:05"), Host: cmp.Or(s.Host, "localhost"),
		Tests: len(s.Cases), Time: seconds(s.Took), Out: s.Output,
	}
	for _, c := range s.Cases {
		t := testCase{Class: c.Class, Name: c.Name, Time: seconds(c.Took)}
		switch {
		case c.Error != "":
			out.Errors++
			t.Error = because("error", c.Error)
		case c.Failure != "":
			out.Failures++
			t.Failure = because("failure", c.Failure)
		case c.Skipped != "":
			out.Skipped++
			t.Skipped = because("", c.Skipped)
		}
		out.Cases = append(out.Cases, t)
	}
	text, err := xml.MarshalIndent(suites{Suite: out}, "", "  ")
	if err != nil {
		return dst, err
	}
	return append(append(append(dst, xml.Header...), text...), '\n'), nil
}

func because(kind, text string) *reason {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return &reason{kind, strings.TrimSpace(line), text}
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }
