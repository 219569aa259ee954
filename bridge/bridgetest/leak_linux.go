package bridgetest

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

// leakWait bounds the wait for goroutines and processes that are still ending.
const leakWait = 3 * time.Second

// NoLeaks fails the test if, when it has ended and its later cleanups have run,
// goroutines, descriptors or child processes are left that were not there when
// NoLeaks was called. Call it first.
func NoLeaks(t testing.TB) {
	t.Helper()
	goroutines := goleak.IgnoreCurrent()
	files, children := openFiles(), childProcesses()
	t.Cleanup(func() {
		require.Empty(t, settle(func() []string {
			return append(added(files, openFiles()),
				added(children, childProcesses())...)
		}), "left over")
		require.NoError(t, goleak.Find(goroutines))
	})
}

// settle asks until nothing is left or the wait is over.
func settle(left func() []string) []string {
	deadline := time.Now().Add(leakWait)
	for {
		found := left()
		if len(found) == 0 || time.Now().After(deadline) {
			return found
		}
		runtime.GC() // it closes the pipes that package net keeps for its next copy
		time.Sleep(5 * time.Millisecond)
	}
}

func added(before, after map[string]string) []string {
	var found []string
	for key, what := range after {
		if before[key] != what {
			found = append(found, key+": "+what)
		}
	}
	return found
}

// openFiles returns the descriptors of this process. The runtime's own are left
// out, for they are made when first needed.
func openFiles() map[string]string {
	files := make(map[string]string)
	links, err := filepath.Glob("/proc/self/fd/*")
	if err != nil {
		return files
	}
	for _, link := range links {
		target, err := os.Readlink(link)
		if err == nil && !strings.HasPrefix(target, "anon_inode:[event") {
			files["descriptor "+filepath.Base(link)] = target
		}
	}
	return files
}

func childProcesses() map[string]string {
	children := make(map[string]string)
	lists, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil {
		return children
	}
	for _, list := range lists {
		text, err := os.ReadFile(list)
		if err != nil {
			continue
		}
		for pid := range strings.FieldsSeq(string(text)) {
			name, _ := os.ReadFile(fmt.Sprintf("/proc/%s/comm", pid))
			children["process "+pid] = strings.TrimSpace(string(name))
		}
	}
	return children
}
