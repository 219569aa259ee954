package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/loopline/loopline/internal/toolset"
)

// Isolation starts programs in one mode. It may be used from any number of
// goroutines.
type Isolation struct {
	mode Mode
	say  func(string)

	groupless bool // for tests: as on a machine that lets it make no control groups

	hiding sync.Mutex
	hidden []Hidden

	seats int // players at once; 0 is defaultSeats

	share   sync.Once
	probe   sync.Once
	tell    sync.Once
	cgroups cgroupDirs // of control groups
	bwrap   string     // its path, if it works
	why     error      // why it does not
}

// New returns an Isolation of a mode. Say gets each message for the user once; nil
// drops them.
func New(mode Mode, say func(string)) *Isolation {
	if mode == "" {
		mode = Auto
	}
	return &Isolation{mode: mode, say: say}
}

// Mode returns the mode.
func (i *Isolation) Mode() Mode { return i.mode }

// remedy ends the messages about programs that can't be isolated.
const remedy = "docs/security.md says what that means; --isolation none says nothing"

// Available reports whether programs are isolated. In mode Require that they cannot
// be is an error; in mode Auto it is said, once.
func (i *Isolation) Available() (bool, error) {
	closeOnExec() // also those that a library has opened since
	if i.mode == None {
		return false, nil
	}
	if i.Unavailable() != nil && i.mode == Auto && i.say != nil {
		i.tell.Do(func() { i.say(fmt.Sprintf("programs run without isolation: %v (%s)", i.why, remedy)) })
	}
	if i.why != nil && i.mode == Require {
		return false, fmt.Errorf("--isolation require: %w", i.why)
	}
	return i.why == nil, nil
}

// Unavailable returns why programs cannot be isolated here, with what to do about
// it, or nil if they can be, whatever the mode. It says nothing.
func (i *Isolation) Unavailable() error {
	i.probe.Do(func() {
		// Before bwrap is tried: a host alone in its group hands it on, and what bwrap starts
		// can still be dying there.
		i.cgroups = findCgroupDirs()
		i.cgroups.prune()
		i.bwrap, i.why = findBwrap()
	})
	return i.why
}

// errElsewhere is the remedy too.
var errElsewhere = errors.New("bwrap needs Linux: run the host there for untrusted programs")

// probeTime bounds a trial of bwrap, and probeTries how many there are: one fails where another program
// takes a mount away meanwhile.
const (
	probeTime  = 10 * time.Second
	probeTries = 3
	probePause = 100 * time.Millisecond
)

// findBwrap returns the path of a bwrap that works here: inside a container
// it may not be allowed to make namespaces.
func findBwrap() (string, error) {
	if runtime.GOOS != "linux" {
		return "", errElsewhere
	}
	bwrap, err := toolset.Find("bwrap")
	if err != nil {
		return "", err // with the remedy
	}
	for try := 1; ; try++ {
		if err = probe(bwrap); err == nil {
			return bwrap, nil
		}
		if try == probeTries {
			return "", err
		}
		time.Sleep(probePause)
	}
}

// probe tries bwrap.
func probe(bwrap string) error {
	ctx, cancel := context.WithTimeout(context.Background(), probeTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, bwrap, "--unshare-user-try", "--unshare-ipc", "--unshare-pid",
		"--unshare-uts", "--unshare-net", "--cap-drop", "ALL", "--ro-bind", "/", "/",
		"--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev", "--size", "4096", "--tmpfs", scratchDir,
		"--", bwrap, "--version")
	cmd.WaitDelay = time.Second
	if said, err := cmd.CombinedOutput(); err != nil {
		line, _, _ := strings.Cut(strings.TrimSpace(string(said)), "\n")
		return fmt.Errorf("bwrap does not work here: %w: %.200s", err, line)
	}
	return nil
}
