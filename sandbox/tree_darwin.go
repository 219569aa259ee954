package sandbox

import (
	"os/exec"
	"syscall"
	"time"
)

// treeCounts tells that the processor time of a tree is not known before its end.
const treeCounts = false

// tree is a process group. Processes that leave it are lost, and it does not end with a
// host that is killed: its standard input ends then.
type tree struct{ group int }

// startTree starts a program in a group of its own. Limits are not set.
func startTree(cmd *exec.Cmd, _ *Program) (tree, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return tree{}, err
	}
	return tree{cmd.Process.Pid}, nil
}

func (t tree) signal(s syscall.Signal) { _ = syscall.Kill(-t.group, s) }

func (t tree) kill() { t.signal(syscall.SIGKILL) }

func (t tree) freeze(on bool) error {
	if on {
		return syscall.Kill(-t.group, syscall.SIGSTOP)
	}
	return syscall.Kill(-t.group, syscall.SIGCONT)
}

// used is not known before the end.
func (tree) used() time.Duration { return 0 }

func (tree) close() {}
