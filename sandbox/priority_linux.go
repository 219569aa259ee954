package sandbox

import (
	"os"
	"strconv"
	"sync"

	"golang.org/x/sys/unix"
)

// Raise raises the priority of this process by Nice, where the system lets it: as
// a rule root's. The programs that it starts then run at the priority that it
// began with, that of everybody else's programs on the machine; otherwise they
// run at a lower one, and others hold them up. A process that has a high priority
// already keeps it. It holds for every [Isolation] of the process.
func Raise() {
	raising.Do(func() {
		if beganNice >= 0 && ownNice() == beganNice {
			raiseThreads(beganNice - Nice)
		}
	})
}

var raising sync.Once

// beganNice is the niceness that this process began with.
var beganNice = ownNice()

// raiseThreads gives all threads of this process a priority. A thread has that of
// the one that made it: those that are new are looked for until there is none.
func raiseThreads(nice int) {
	done := map[string]bool{}
	for grown := true; grown; {
		grown = false
		tasks, _ := os.ReadDir("/proc/self/task")
		for _, task := range tasks {
			if done[task.Name()] {
				continue
			}
			id, _ := strconv.Atoi(task.Name())
			if unix.Setpriority(unix.PRIO_PROCESS, id, nice) == unix.EACCES {
				return
			}
			done[task.Name()], grown = true, true
		}
	}
}

// ownNice returns the priority of this process, which all threads have that run whatever
// goroutine is due.
func ownNice() int {
	raw, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
	if err != nil {
		return 0
	}
	return 20 - raw // the system call answers 20 - nice
}
