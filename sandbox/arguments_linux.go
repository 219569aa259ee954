package sandbox

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// Descriptors that bwrap is given beside the standard ones.
const (
	statusFD = 3 // it writes its state there
	blockFD  = 4 // it waits for a byte there before it goes on
	filterFD = 5 // it reads the filter on system calls there
	stdinFD  = 6 // the program's own
	stdoutFD = 7
	priorFD  = 8 // it reads a line there before it runs, where it is given its priority alone
)

// bwrap keeps its standard input and output open while it waits for the program, so
// that no peer would see the program close its own. So bwrap gets none, and this shell
// hands them to the program.
var handOver = fmt.Sprintf(`unset PWD OLDPWD SHLVL; exec "$@" <&%d >&%d %d<&- %d>&-`,
	stdinFD, stdoutFD, stdinFD, stdoutFD)

// handOverLater is handOver that waits until its process has the program's priority, or the host is gone.
var handOverLater = fmt.Sprintf("read -r PWD <&%d || exit; exec %d<&-; %s", priorFD, priorFD, handOver)

// arguments are bwrap's, without its own name. path is the program's file as it
// was found.
func (p *Program) arguments(path, dir string) []string {
	scratch := strconv.FormatInt(orDefault(p.Limits.Scratch, defaultScratch), 10)
	if p.Limits.Scratch < 0 {
		scratch = strconv.FormatInt(1<<40, 10)
	}
	args := []string{
		"--unshare-user-try", "--unshare-ipc", "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try",
		"--cap-drop", "ALL", "--die-with-parent",
		"--json-status-fd", strconv.Itoa(statusFD), "--block-fd", strconv.Itoa(blockFD),
	}
	args = append(args, p.rootArgs()...)
	if !p.minimal() {
		args = append(args,
			"--proc", "/proc", "--remount-ro", "/proc",
			"--dev", "/dev", "--ro-bind", os.DevNull, "/dev/tty",
			"--size", scratch, "--tmpfs", "/dev/shm",
		)
		for _, node := range p.Devices {
			args = append(args, "--dev-bind", node, node)
		}
		args = append(args, "--remount-ro", "/dev")
	}
	if !p.Net {
		args = append(args, "--unshare-net")
	}
	switch {
	case p.minimal() && p.Limits.Scratch == 0:
	case p.seesAll():
		args = append(args, scratchArgs(scratch, p.mentions(path, dir))...)
	default:
		args = append(args, "--size", scratch, "--tmpfs", scratchDir)
	}
	for _, folder := range slices.Sorted(maps.Keys(p.Replaced)) {
		args = append(args, "--ro-bind", p.Replaced[folder], folder)
	}
	args = append(args, p.visibleArgs()...)
	if p.seesAll() {
		args = append(args, p.hiddenArgs(path, dir)...)
	}
	if hasFilter {
		args = append(args, "--seccomp", strconv.Itoa(filterFD))
	} else if p.seesAll() {
		// Sockets of other programs are where the filter cannot keep it out.
		args = append(args, "--tmpfs", "/run", "--remount-ro", "/run")
	}
	script := handOver
	if p.Policy.row().yieldsToAll() {
		script = handOverLater
	}
	args = append(args, "--chdir", dir, "--", "/bin/sh", "-c", script, "sh", path)
	return append(args, p.Args[1:]...)
}

// mentions returns the texts in which a path under /tmp may stand.
func (p *Program) mentions(path, dir string) []string {
	texts := append([]string{path, dir + "/", os.Getenv("PATH"), interpreter(path)}, p.Args...)
	for _, file := range []string{path, dir} {
		if real, err := filepath.EvalSymlinks(file); err == nil {
			texts = append(texts, real)
		}
	}
	return texts
}
