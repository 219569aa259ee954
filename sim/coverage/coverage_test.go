package coverage

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/sim/sources"
)

// counted is a line of counts, as Verilator writes it.
func counted(file, line, page, what, covers, count string) string {
	return "C '\x01f\x02" + file + "\x01l\x02" + line + "\x01n\x029\x01t\x02x\x01page\x02" + page + "\x01o\x02" + what + "\x01S\x02" + covers + "\x01h\x02top' " + count + "\n"
}

// TestCoverage: counts of several models add up; branches that never ran are named.
func TestCoverage(t *testing.T) {
	c, err := New()
	require.NoError(t, err)
	of := &SourceCoverage{c, &sources.Source{Name: "rtl"}}
	for _, text := range []string{
		"# SystemC::Coverage-3\n" + counted("a.sv", "10", "v_line/a", "block", "10,12-13", "5") +
			counted("a.sv", "12", "v_branch/a", "if", "13", "0") + counted("a.sv", "12", "v_branch/a", "else", "14", "5") +
			counted("a.sv", "3", "v_toggle/a", "q", "", "0") + counted(sources.WrapperFile, "1", "v_line/w", "block", "1", "0"),
		counted("a.sv", "10", "v_line/a", "block", "10,12-13", "2") + counted("b.sv", "7", "v_branch/b", "else", "9", "0"),
	} {
		name, err := of.File()
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		of.Take(name)
		require.NoFileExists(t, name)
	}
	points, err := c.Points()
	require.NoError(t, err)
	a, b := filepath.Join("rtl", "a.sv"), filepath.Join("rtl", "b.sv")
	require.Equal(t, []Point{
		{a, 10, "block", []int{10, 12, 13}, 7},
		{a, 12, "else", []int{14}, 5},
		{a, 12, "if", []int{13}, 0},
		{b, 7, "else", []int{9}, 0},
	}, points)
	require.Equal(t, "code: 2 of 4 places ran\n"+a+": 2 of 3\n  "+a+":12 never ran: its condition was never true\n"+
		b+": 0 of 1\n  "+b+":7 never ran: its condition was never false\n", string(Append(nil, points)))
	var lcov bytes.Buffer
	require.NoError(t, WriteLCOV(&lcov, points))
	require.Equal(t, "TN:loopline\nSF:"+a+"\nBRDA:12,0,0,5\nBRDA:12,0,1,0\nBRF:2\nBRH:1\nDA:10,7\nDA:12,7\nDA:13,7\nDA:14,5\nLF:4\nLH:4\nend_of_record\n"+
		"TN:loopline\nSF:"+b+"\nBRDA:7,0,0,0\nBRF:1\nBRH:0\nDA:7,0\nDA:9,0\nLF:2\nLH:0\nend_of_record\n", lcov.String())

	name, err := of.File()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(name, []byte(counted("a.sv", "10", "v_line/a", "block", "", "-3")), 0o600))
	of.Take(name)
	_, err = c.Points()
	require.ErrorContains(t, err, `"-3"`)
	require.NoError(t, c.Close())
	require.NoDirExists(t, filepath.Dir(name))
}

// TestCoverageOfAStranger: what a model wrote is bounded, and no other file is read for it.
func TestCoverageOfAStranger(t *testing.T) {
	take := func(write func(name string)) error {
		c, err := New()
		require.NoError(t, err)
		defer c.Close()
		of := &SourceCoverage{c, &sources.Source{Name: "rtl"}}
		name, err := of.File()
		require.NoError(t, err)
		write(name)
		of.Take(name)
		_, err = c.Points()
		return err
	}
	require.ErrorContains(t, take(func(name string) {
		require.NoError(t, os.WriteFile(name, []byte(counted("a.sv", "1", "v_line/a", "block", "1-9000000000000000000", "1")), 0o600))
	}), "more than 4194304 lines")
	secret := filepath.Join(t.TempDir(), "secret")
	require.NoError(t, os.WriteFile(secret, []byte(counted("a.sv", "1", "v_line/a", "block", "1", "1")), 0o600))
	require.Error(t, take(func(name string) { require.NoError(t, os.Symlink(secret, name)) }))
}
