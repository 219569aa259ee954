package commandline

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
)

// farmProgram has the commands for many machines.
const farmProgram = "loopline-farm"

// Farm runs a command line by loopline-farm, which lies beside this program or on
// PATH, in place of this process: it returns only with an error. That is one where
// there is no loopline-farm.
func Farm(args []string) error {
	program, err := findFarm()
	if err != nil {
		return err
	}
	args = append([]string{farmProgram}, args...)
	if runtime.GOOS != "windows" {
		return fmt.Errorf("%s: %w", program, syscall.Exec(program, args, os.Environ()))
	}
	cmd := exec.Command(program, args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	var end *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &end) {
		return err
	}
	os.Exit(cmd.ProcessState.ExitCode())
	return nil
}

// findFarm finds loopline-farm. One that is this program itself, under that name, has
// no such commands.
func findFarm() (string, error) {
	missing := errors.New(farmProgram + " has this command, and neither lies beside this program nor on PATH: make farm-build")
	self, err := os.Executable()
	if err != nil {
		return "", missing
	}
	own, err := os.Stat(self)
	if err != nil {
		return "", missing
	}
	for _, name := range []string{filepath.Join(filepath.Dir(self), farmProgram), farmProgram} {
		program, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		if info, err := os.Stat(program); err == nil && !os.SameFile(info, own) {
			return program, nil
		}
	}
	return "", missing
}
