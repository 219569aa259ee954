package junit

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestAppend(t *testing.T) {
	text, err := Append(nil, sample())
	require.NoError(t, err)
	require.True(t, bytes.HasPrefix(text, []byte(Prefix)))
	require.NotContains(t, string(text), "\x1b")
	require.NotContains(t, string(text), "\x00")
	var back suites
	require.NoError(t, xml.Unmarshal(text, &back))
	s := back.Suite
	require.Equal(t, "loopline check exec:./a & b", s.Name)
	require.Equal(t, [4]int{4, 1, 1, 1}, [4]int{s.Tests, s.Failures, s.Errors, s.Skipped})
	require.Equal(t, "1.500", s.Time)
	require.Equal(t, "printed\n", s.Out)
	require.Nil(t, s.Cases[0].Failure)
	require.Equal(t, "expected <A1+>", s.Cases[1].Failure.Message)
	require.Contains(t, s.Cases[1].Failure.Text, "got \ufffd[31m\ufffd\n")
	require.Equal(t, "it has no end", s.Cases[2].Skipped.Message)
	require.Equal(t, "no such file", s.Cases[3].Error.Message)
}

func sample() Suite {
	return Suite{
		Name: "loopline check exec:./a & b", Began: time.Date(2026, 5, 4, 23, 59, 58, 999, time.FixedZone("", 3600)),
		Took: 1500 * time.Millisecond, Output: "printed\n",
		Cases: []Case{
			{Class: "check", Name: "1 names itself", Took: time.Second},
			{Class: "check", Name: "2 moves", Failure: "  expected <A1+>\n  got \x1b[31m\x00\n"},
			{Class: "check", Name: "3 ends", Skipped: "it has no end"},
			{Class: "check", Name: "4 opens", Error: "no such file"},
		},
	}
}

// element is what the schema of Ant's reports demands of an element: its attributes, those
// that it may have too, and its children in their order, of which only a testcase may come
// any number of times.
type element struct {
	need, may, children []string
}

var schema = map[string]element{
	"testsuites": {children: []string{"testsuite"}},
	"testsuite": {
		need:     []string{"id", "package", "name", "timestamp", "hostname", "tests", "failures", "errors", "time"},
		may:      []string{"skipped"},
		children: []string{"properties", "testcase", "system-out", "system-err"},
	},
	"properties": {},
	"testcase":   {need: []string{"classname", "name", "time"}, children: []string{"skipped", "error", "failure"}},
	"skipped":    {may: []string{"message"}},
	"error":      {need: []string{"type"}, may: []string{"message"}},
	"failure":    {need: []string{"type"}, may: []string{"message"}},
	"system-out": {},
	"system-err": {},
}

// A report has what the schema of Ant's reports demands, and nothing else: it is the
// narrower of the two, and xmllint said the same of it.
func TestSchema(t *testing.T) {
	for _, s := range []Suite{sample(), {Name: "loopline vectors check"}} {
		text, err := Append(nil, s)
		require.NoError(t, err)
		d := xml.NewDecoder(bytes.NewReader(text))
		var open []string
		last := map[int]int{} // the place of the last child, by depth
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err)
			switch token := token.(type) {
			case xml.EndElement:
				open = open[:len(open)-1]
			case xml.StartElement:
				name := token.Name.Local
				rules, known := schema[name]
				require.True(t, known, name)
				var has []string
				for _, a := range token.Attr {
					has = append(has, a.Name.Local)
					if a.Name.Local == "timestamp" {
						_, err := time.Parse("2006-01-02T15:04:05", a.Value)
						require.NoError(t, err)
					}
				}
				require.Subset(t, has, rules.need, name)
				require.Subset(t, slices.Concat(rules.need, rules.may), has, name)
				if len(open) > 0 {
					at := slices.Index(schema[open[len(open)-1]].children, name)
					require.GreaterOrEqual(t, at, 0, "%s in %v", name, open)
					require.True(t, at > last[len(open)] || name == "testcase" && at == last[len(open)], "%s is not in its place", name)
					last[len(open)] = at
				}
				open = append(open, name)
				last[len(open)] = -1
			}
		}
	}
	text, err := Append(nil, sample())
	require.NoError(t, err)
	require.Contains(t, string(text), ` timestamp="2026-05-04T22:59:58" hostname="localhost" `)
}
