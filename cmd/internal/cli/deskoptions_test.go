package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/desk"
)

// A team may set what its board is, and name files of its own; nothing else.
func TestDeskOptions(t *testing.T) {
	for options, files := range map[string][]string{
		"top=top&clk=12MHz&rst=!button_ni&param.N=3": nil,
		"package=sg48&high=button_ni":                nil,
		"flash=weights.bin@1M&boot=400ms&sck=a&cs=b": {"weights.bin"},
		"package=sg48&flash=data/w.bin&clk=12e6":     {"data/w.bin"},
	} {
		got, err := checkDeskOptions(options)
		require.NoError(t, err, options)
		require.Equal(t, files, got, options)
	}
	for options, want := range map[string]string{
		"wave=/tmp/x.vcd":  `the option "wave" is not yours to set`,
		"cputime=20us":     `the option "cputime" is not yours to set`,
		"pcf=/etc/passwd":  `the option "pcf" is not yours to set`,
		"boot=2s":          "a boot of 2s is longer than 1s",
		"flash=w@17M":      "is none below 16M",
		"flash=a&flash=/b": "is given twice",
	} {
		_, err := checkDeskOptions(options)
		require.ErrorContains(t, err, want, options)
	}
}

// The files of a board are those that its team handed in, wherever the host keeps them.
func TestDeskFiles(t *testing.T) {
	p := desk.Player{Files: filepath.FromSlash("/a@b/files"), Options: "top=top&flash=data/w.bin&boot=400ms"}
	options, err := withFiles(p)
	require.NoError(t, err)
	require.Equal(t, "top=top&flash=/a@b/files/data/w.bin@0&boot=400ms", filepath.ToSlash(options))
	p.Options = strings.Replace(p.Options, "w.bin", "w.bin@1M", 1)
	options, err = withFiles(p)
	require.NoError(t, err)
	require.Equal(t, "top=top&flash=/a@b/files/data/w.bin@1048576&boot=400ms", filepath.ToSlash(options))
	p.Options = ""
	options, err = withFiles(p)
	require.NoError(t, err)
	require.Empty(t, options)
}
