package junit

import (
	"encoding/xml"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestAppend(t *testing.T) {
	text, err := Append(nil, Suite{Name: "loopline check exec:./a & b", Took: 1500 * time.Millisecond, Cases: []Case{
		{Class: "check", Name: "1 names itself", Took: time.Second},
		{Class: "check", Name: "2 moves", Failure: "  expected <A1+>\n  got \x1b[31m\x00\n", Output: "note"},
		{Class: "check", Name: "3 ends", Skipped: "it has no end"},
		{Class: "check", Name: "4 opens", Error: "no such file"},
	}})
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(text), Prefix))
	require.NotContains(t, string(text), "\x1b")
	require.NotContains(t, string(text), "\x00")
	var back suites
	require.NoError(t, xml.Unmarshal(text, &back))
	require.Equal(t, [3]int{4, 1, 1}, [3]int{back.Tests, back.Failures, back.Errors})
	s := back.Suite
	require.Equal(t, "loopline check exec:./a & b", s.Name)
	require.Equal(t, [4]int{4, 1, 1, 1}, [4]int{s.Tests, s.Failures, s.Errors, s.Skipped})
	require.Equal(t, "1.500", s.Time)
	require.Nil(t, s.Cases[0].Failure)
	require.Equal(t, "expected <A1+>", s.Cases[1].Failure.Message)
	require.Contains(t, s.Cases[1].Failure.Text, "got \ufffd[31m\ufffd\n")
	require.Equal(t, "note", s.Cases[1].Output.Text)
	require.Equal(t, "it has no end", s.Cases[2].Skipped.Message)
	require.Equal(t, "no such file", s.Cases[3].Error.Message)
}
