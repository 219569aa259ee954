package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/loopline/loopline/tools/internal/procgroup"
)

// verdict is what the tests say of a mutant.
type verdict int

const (
	refused  verdict = iota // by the compiler: it counts for nothing
	killed                  // by the short tests of its package
	killedBy                // by its other tests
	survived
)

// trial runs the tests of one package.
type trial struct {
	root, work, folder string
	short, full        time.Duration // limits; full is 0 where these tests fail without a fault
}

// buildLimit bounds a build, leastLimit the limit of tests.
const (
	buildLimit = 5 * time.Minute
	leastLimit = 20 * time.Second
	firstLimit = 5 * time.Minute
)

// newTrial measures the tests of a package without a fault.
func newTrial(ctx context.Context, root, work, folder string) (*trial, error) {
	t := &trial{root: root, work: work, folder: folder}
	if err := t.build(ctx, ""); err != nil {
		return nil, err
	}
	limit := func(short bool) (time.Duration, error) {
		began := time.Now()
		said, err := t.test(ctx, short, firstLimit)
		if err != nil {
			return 0, fmt.Errorf("%s: tests fail without a fault: %s", folder, firstFailure(said))
		}
		return max(leastLimit, 4*time.Since(began)), nil
	}
	var err error
	if t.short, err = limit(true); err != nil {
		return nil, err
	}
	if t.full, err = limit(false); err != nil && ctx.Err() == nil {
		fmt.Fprintln(os.Stderr, "mutatego:", err, "(short tests alone)")
		t.full = 0
	}
	return t, ctx.Err()
}

// try returns what the tests say of a mutant, and which failed first.
func (t *trial) try(ctx context.Context, m *mutant) (verdict, string, error) {
	source, err := os.ReadFile(m.file)
	if err != nil {
		return 0, "", err
	}
	changed := filepath.Join(t.work, "mutated.go")
	if err := os.WriteFile(changed, []byte(string(source[:m.from])+m.text+string(source[m.to:])), 0o644); err != nil {
		return 0, "", err
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(t.root, m.file): changed}})
	if err != nil {
		return 0, "", err
	}
	name := filepath.Join(t.work, "overlay.json")
	if err := os.WriteFile(name, overlay, 0o644); err != nil {
		return 0, "", err
	}
	if err := t.build(ctx, name); err != nil {
		return refused, "", ctx.Err()
	}
	if said, err := t.test(ctx, true, t.short); err != nil {
		return killed, firstFailure(said), ctx.Err()
	}
	if t.full > 0 {
		if said, err := t.test(ctx, false, t.full); err != nil {
			return killedBy, firstFailure(said), ctx.Err()
		}
	}
	return survived, "", ctx.Err()
}

func (t *trial) program() string { return filepath.Join(t.work, "mutant.test") }

// build builds the tests of the package, with an overlay if there is one.
func (t *trial) build(ctx context.Context, overlay string) error {
	args := []string{"test", "-c", "-vet=off", "-pgo=off", "-ldflags=-w", "-o", t.program()}
	if overlay != "" {
		args = append(args, "-overlay="+overlay)
	}
	said, err := run(ctx, t.root, buildLimit, "go", append(args, "./"+t.folder)...)
	if err != nil {
		return fmt.Errorf("%s: %s", t.folder, said)
	}
	return nil
}

// test runs the tests that were built.
func (t *trial) test(ctx context.Context, short bool, limit time.Duration) (string, error) {
	args := []string{"-test.failfast", "-test.timeout=" + limit.String()}
	if short {
		args = append(args, "-test.short")
	}
	return run(ctx, filepath.Join(t.root, t.folder), limit+leastLimit, t.program(), args...)
}

// failure is the name of a test that failed, or why a program ended.
var failure = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)|^(panic: .*|fatal error: .*)`)

func firstFailure(said string) string {
	if m := failure.FindStringSubmatch(said); m != nil {
		return m[1] + m[2]
	}
	return strings.TrimSpace(said[max(0, len(said)-200):])
}

// run runs a command, and what it starts, for so long at most.
func run(ctx context.Context, folder string, limit time.Duration, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	c := exec.CommandContext(ctx, name, args...)
	c.Dir = folder
	procgroup.Set(c)
	c.WaitDelay = 5 * time.Second
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	err := c.Run()
	return said.String(), err
}
