package director

import (
	"errors"
	"fmt"
	"maps"
	"net"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/internal/vfs"
)

// hostFault is the error of something that this machine lacks, such as a tool. It is no
// absence of a player.
type hostFault interface {
	error
	HostFault()
}

// exhausted are errors of a machine that has used something up.
var exhausted = []error{syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM, syscall.EAGAIN}

// isHostFault reports whether a player could not be opened because of this machine: a port
// that another program holds, a tool that is not installed, no memory, files or disk left.
func isHostFault(err error) bool {
	var fault hostFault
	var op *net.OpError
	var board unprepared
	switch {
	case errors.As(err, &fault), vfs.IsFull(err):
		return true
	case errors.As(err, &op) && op.Op == "listen":
		return true
	case errors.As(err, &board) && errors.Is(err, exec.ErrNotFound): // its programmer
		return true
	}
	return slices.ContainsFunc(exhausted, func(e error) bool { return errors.Is(err, e) })
}

// wait counts how long an entrant has been waited for. While this machine is at fault it does not
// count. It is safe for concurrent use.
type wait struct {
	mu    sync.Mutex
	since time.Time
	fault string    // why this machine cannot open the player; empty if it can
	said  time.Time // the fault, last
	began time.Time // of a try in which this machine starts a program, whose time does not count; zero of none
}

// starts notes a try to open the player at an address. A program is started by this machine, which may be
// busy: that is no absence.
func (w *wait) starts(address string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if scheme, _, _ := strings.Cut(address, ":"); scheme == "exec" || scheme == config.DeskScheme {
		w.began = time.Now()
	}
}

// hostFaultEvery sets how often a fault of this machine is reported.
const hostFaultEvery = time.Minute

// starting reports whether this machine is just starting the program.
func (w *wait) starting() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return !w.began.IsZero()
}

// note takes in the error of a try to open the player, and reports whether it is a fault of this
// machine, and due to be reported.
func (w *wait) note(err error) (fault, due bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.began.IsZero() {
		w.since, w.began = w.since.Add(time.Since(w.began)), time.Time{}
	}
	if !isHostFault(err) {
		w.fault = ""
		return false, false
	}
	now := time.Now()
	due = w.fault != err.Error() || now.Sub(w.said) >= hostFaultEvery
	if due {
		w.said = now
	}
	w.fault, w.since = clipText(err.Error(), config.MaxText), now
	return true, due
}

// passed is how long the entrant has been waited for; 0 while this machine is at fault.
func (w *wait) passed() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.fault != "":
		return 0
	case !w.began.IsZero():
		return w.began.Sub(w.since)
	}
	return time.Since(w.since)
}

// hostFault is why this machine cannot open the player; empty if it can.
func (w *wait) hostFault() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.fault
}

// HostFaults says which players this machine cannot open at present, and why: a port that another
// program holds, a tool that is missing. They are waited for without limit. It may be called
// concurrently with Run.
func (d *Director) HostFaults() (all []string) {
	d.lookouts.mu.Lock()
	defer d.lookouts.mu.Unlock()
	for _, e := range slices.Sorted(maps.Keys(d.lookouts.all)) {
		if l := d.lookouts.all[e]; !l.isReady() {
			if why := l.wait.hostFault(); why != "" {
				all = append(all, why)
			}
		}
	}
	return all
}

// sayHostFault reports that a player cannot be opened.
func (d *Director) sayHostFault(entrant string, err error) {
	d.Say(fmt.Sprintf("alarm: this machine cannot open the player of %s, whose games wait: %v", entrant, err))
}
