package stalls

import (
	"bytes"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// usable lists the processors that this process may run on; one that cannot
// be bound to, -1, when the system does not tell.
func usable() []int {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil || set.Count() == 0 {
		return []int{-1}
	}
	var processors []int
	for i := 0; len(processors) < set.Count(); i++ {
		if set.IsSet(i) {
			processors = append(processors, i)
		}
	}
	return processors
}

// bind keeps the calling thread on a processor. Where that fails the thread
// beats wherever it runs, which shows less but nothing wrong.
func bind(processor int) {
	if processor < 0 {
		return
	}
	var set unix.CPUSet
	set.Set(processor)
	_ = unix.SchedSetaffinity(0, &set)
}

// lower sets the priority of the calling thread below that of the process.
func lower(nice int) {
	if own, err := unix.Getpriority(unix.PRIO_PROCESS, 0); err == nil && nice != 0 {
		_ = unix.Setpriority(unix.PRIO_PROCESS, 0, 20-own+nice) // the system call answers 20 - nice
	}
}

type waitMeter struct{ file *os.File }

// openWaitMeter opens the meter of the calling thread.
func openWaitMeter() waitMeter {
	f, err := os.Open("/proc/thread-self/schedstat")
	if err != nil {
		return waitMeter{}
	}
	return waitMeter{f}
}

// read is the sum since the thread began, zero if the system does not tell.
func (m waitMeter) read() time.Duration {
	if m.file == nil {
		return 0
	}
	counts, _ := readCounts(m.file)
	return counts.waited
}

// threadCounts are the system's counts of a thread since it began.
type threadCounts struct {
	ran    time.Duration
	waited time.Duration // ready to run, without a processor
}

// readCounts reads a thread's file schedstat: three numbers, of which two are in nanoseconds.
func readCounts(file *os.File) (c threadCounts, ok bool) {
	var buf [96]byte
	n, _ := file.ReadAt(buf[:], 0)
	fields := bytes.Fields(buf[:n])
	if len(fields) < 2 {
		return c, false
	}
	ran, _ := strconv.ParseInt(string(fields[0]), 10, 64)
	waited, _ := strconv.ParseInt(string(fields[1]), 10, 64)
	return threadCounts{time.Duration(ran), time.Duration(waited)}, true
}

func (m waitMeter) close() {
	if m.file != nil {
		m.file.Close()
	}
}
