//go:build unix

package commandline

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// envArgs has the test's program run its arguments by loopline-farm.
const envArgs = "LOOPLINE_TEST_FARM"

func TestMain(m *testing.M) {
	if os.Getenv(envArgs) == "" {
		os.Exit(m.Run())
	}
	fmt.Println(Farm(os.Args[1:]))
	os.Exit(1)
}

// The program beside this one goes before that on PATH; arguments and exit status are
// passed. This program itself is not run again, whatever it is called.
func TestFarm(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	script := func(dir, says string) {
		text := "#!/bin/sh\necho " + says + " \"$#:$1:$2\"\nexit 3\n"
		require.NoError(t, os.WriteFile(filepath.Join(dir, farmProgram), []byte(text), 0o700))
	}
	for name, c := range map[string]struct {
		called       string // what the program is called
		beside, path bool
		want         string
		status       int
	}{
		"beside":  {"loopline", true, true, "beside 2:farm:a b\n", 3},
		"on PATH": {"loopline", false, true, "path 2:farm:a b\n", 3},
		"nowhere": {"loopline", false, false, "make farm-build\n", 1},
		"itself":  {farmProgram, false, false, "make farm-build\n", 1},
	} {
		t.Run(name, func(t *testing.T) {
			dir, path := t.TempDir(), t.TempDir()
			program := filepath.Join(dir, c.called)
			if os.Link(self, program) != nil {
				t.Skip("the test's program is on another disk")
			}
			if c.beside {
				script(dir, "beside")
			}
			if c.path {
				script(path, "path")
			}
			cmd := exec.Command(program, "farm", "a b")
			cmd.Env = append(os.Environ(), envArgs+"=1", "PATH="+path)
			out, _ := cmd.Output()
			require.Contains(t, string(out), c.want)
			require.Equal(t, c.status, cmd.ProcessState.ExitCode())
		})
	}
}
