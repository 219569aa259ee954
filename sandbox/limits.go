package sandbox

import (
	"fmt"
	"strconv"
	"time"

	"github.com/loopline/loopline/internal/rangecheck"
)

// Nice is added to the niceness of programs, so that the host comes first where there
// are fewer processors than work. [Raise] reports which of the two is moved.
const Nice = 5

// Limits bound a program and what it starts. Zero means the policy's, and of one that has none the
// default; a negative number is no limit. A limit of the system that is stricter already stays.
// [LimitTable] lists them all.
type Limits struct {
	// Total limits the memory of all of an isolated program in bytes: its processes,
	// what they share, the scratch folder, files in memory. None by default. Where the
	// host may make control groups the system enforces it. Elsewhere the host looks
	// every 50 ms, and files in memory (memfd) are refused, since the host could not
	// count them.
	Total int64

	// Memory is the data that one process may hold in bytes. None by default:
	// what counts as data is more than what is used, by far in some runtimes.
	Memory int64

	// Processes is the number of processes and threads that all of the program
	// may have, 1024 by default. Without isolation the system counts those of
	// the user instead, and root's not at all; 16384 is the default then.
	Processes int64

	// Files is the number of files that one process may have open, 1024 by
	// default.
	Files int64

	// CPU is the processor time of one process in seconds. None by default.
	CPU int64

	// DeepStack lets the stack grow as far as the user may let it, which is
	// more than what is usual: some compilers call themselves deeply. Linux
	// sets the limit back while a program is being loaded, so that this holds
	// with isolation alone.
	DeepStack bool

	// File limits the length of a written file, in bytes. None by default; it holds on
	// Linux.
	File int64

	// Scratch is the size of the scratch folder in bytes, 64 MiB by default.
	// It takes at most a hundred thousand files. A program that sees libraries alone has none
	// by default.
	Scratch int64
}

// processes returns the number of processes and threads that there may be, negative for any.
func (l Limits) processes() int64 { return orDefault(l.Processes, defaultProcesses) }

const (
	defaultProcesses     = 1024
	defaultUserProcesses = 16384
	defaultFiles         = 1024
	defaultScratch       = 64 << 20
	maxScratchFiles      = 100_000
)

// PlayerMemory is the default Total of a player.
const PlayerMemory = 512 << 20

// Rates at which a program's output is read, in bytes a second, after a burst of
// OutputBurst. A program that writes more waits.
const (
	OutputRate  = 4 << 20
	StderrRate  = 1 << 20
	OutputBurst = 256 << 10
)

// MaxModel is the size of a model, in bytes: of the longest file that a tool may write.
const MaxModel = 1 << 30

// WaveScratch is the scratch folder of a model that writes a waveform, in bytes.
const WaveScratch = 256 << 20

// LimitRow is a limit as people read of it.
type LimitRow struct {
	What string   // is limited
	Of   []string // what holds under each of [Policies]
	Key  string   // what changes it, of a command and of a contest's file; empty is nothing
}

// LimitTable lists all limits of a program.
func LimitTable() []LimitRow {
	row := func(what, key string, of func(*PolicyRow) string) LimitRow {
		r := LimitRow{What: what, Key: key}
		for _, policy := range Policies() {
			r.Of = append(r.Of, of(&policy))
		}
		return r
	}
	same := func(text string) func(*PolicyRow) string { return func(*PolicyRow) string { return text } }
	return []LimitRow{
		row("memory of all that it is: processes, what they share, `/tmp`, `memfd`", "`--memory`, `memory`",
			func(p *PolicyRow) string { return sizeOr(p.Limits.Total, "none") }),
		row("data of a process", "", func(p *PolicyRow) string { return sizeOr(p.Limits.Memory, "none") }),
		row("processes and threads", "", func(p *PolicyRow) string {
			return strconv.FormatInt(p.Limits.processes(), 10)
		}),
		row("open files of a process", "", func(p *PolicyRow) string {
			return strconv.FormatInt(orDefault(p.Limits.Files, defaultFiles), 10)
		}),
		row("size of `/tmp`, and of `/dev/shm`", "", func(p *PolicyRow) string {
			if p.View == ViewLibraries {
				return sizeOr(WaveScratch, "") + " for a waveform, else none"
			}
			return sizeOr(orDefault(p.Limits.Scratch, defaultScratch), "")
		}),
		row("length of a file that it writes", "", func(p *PolicyRow) string { return sizeOr(p.Limits.File, "none") }),
		row("files in either", "", same(strconv.Itoa(maxScratchFiles))),
		row("core files", "", same("none")),
		row("processors", "`?cpu=`, `cpus`", same("all")),
		row("priority below the host's", "", func(p *PolicyRow) string {
			switch p.Priority {
			case BelowPlayers:
				return fmt.Sprintf("%d, or %d if root raised it", Nice, 2*Nice)
			case Last:
				return "all: a niceness of 19"
			case Idle:
				return "all: `SCHED_IDLE`"
			}
			return strconv.Itoa(Nice)
		}),
		row("standard output that is read in a second", "", same(sizeOr(OutputRate, ""))),
		row("standard error that is read in a second", "", same(sizeOr(StderrRate, ""))),
		row("time to come to a stop", "", same(fmt.Sprint(stopTime))),
		row("time to end when killed", "", same(fmt.Sprint(endTime))),
	}
}

// How long what was killed, and what was stopped, may take.
const (
	endTime  = 10 * time.Second
	stopTime = 10 * time.Second
)

// sizeOr returns a size in words, or others where there is no limit.
func sizeOr(bytes int64, none string) string {
	if bytes <= 0 {
		return none
	}
	return rangecheck.FormatSize(bytes)
}

func orDefault(limit, otherwise int64) int64 {
	if limit == 0 {
		return otherwise
	}
	return limit
}
