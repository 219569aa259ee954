package filelock

import (
	"fmt"
	"os"
	"strings"
	"syscall"
)

// Holder describes the process that holds the lock of a file, as in "process 1234
// (bot)". It returns "" where the system doesn't tell.
func Holder(f *os.File) string {
	info, err := f.Stat()
	if err != nil {
		return ""
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	locks, _ := os.ReadFile("/proc/locks")
	for line := range strings.Lines(string(locks)) {
		// 1: FLOCK  ADVISORY  WRITE 1234 00:2a:5678 0 EOF
		fields := strings.Fields(line)
		if len(fields) < 6 || fields[1] != "FLOCK" || !strings.HasSuffix(fields[5], fmt.Sprintf(":%d", stat.Ino)) {
			continue
		}
		text := "process " + fields[4]
		if name, err := os.ReadFile("/proc/" + fields[4] + "/comm"); err == nil {
			text += fmt.Sprintf(" (%s)", strings.Trim(fmt.Sprintf("%q", strings.TrimSpace(string(name))), `"`))
		}
		return text
	}
	return ""
}
