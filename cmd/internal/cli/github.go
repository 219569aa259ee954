package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/termsafe"
)

// annotation is a remark that GitHub Actions shows beside a change. A text that begins
// with the name of a file that is there, a line and perhaps a column, is shown at that
// place.
type annotation struct {
	level string // error, warning or notice
	title string
	text  string
}

// maxAnnotation bounds the text of an annotation in bytes: GitHub cuts longer ones.
const maxAnnotation = 4000

var annotatedPlace = regexp.MustCompile(`^([^:\s][^:\n]*):(\d{1,9})(?::(\d{1,9}))?: `)

// append appends the annotation as a workflow command, a line.
func (a *annotation) append(dst []byte) []byte {
	lines := strings.Split(strings.TrimSpace(a.text), "\n")
	for i := range lines {
		lines[i] = termsafe.Escape(lines[i])
	}
	text := strings.Join(lines, "\n")
	var where []string
	if m := annotatedPlace.FindStringSubmatch(text); m != nil {
		if file, ok := inWorkspace(m[1]); ok {
			where = append(where, "file="+property(file), "line="+lineNumber(m[2]))
			if m[3] != "" {
				where = append(where, "col="+lineNumber(m[3]))
			}
			text = text[len(m[0]):]
		}
	}
	if len(text) > maxAnnotation {
		text = strings.ToValidUTF8(text[:maxAnnotation], "") + "…"
	}
	where = append(where, "title="+property(termsafe.Escape(a.title)))
	return fmt.Appendf(dst, "::%s %s::%s\n", a.level, strings.Join(where, ","), data(text))
}

func lineNumber(digits string) string {
	n, _ := strconv.Atoi(digits) // at most nine
	return strconv.Itoa(n)
}

// inWorkspace returns the name of a file as GitHub knows it: from the root of the checkout.
func inWorkspace(name string) (string, bool) {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return "", false
	}
	root := os.Getenv("GITHUB_WORKSPACE")
	if root == "" {
		return filepath.ToSlash(name), true
	}
	full, err := filepath.Abs(name)
	if err != nil {
		return "", false
	}
	within, err := filepath.Rel(root, full)
	if err != nil || !filepath.IsLocal(within) {
		return "", false
	}
	return filepath.ToSlash(within), true
}

// data and property escape what stands in a workflow command, so that no text ends it.
func data(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", "##[", `##\[`).Replace(text)
}

func property(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(data(text))
}

// commandGuard has the streams of the process print no workflow command but ours: a
// runner takes every line for one that begins with "::", and "##[" wherever it stands.
// It does nothing until it is armed.
type commandGuard struct {
	armed atomic.Bool
	err   *guarded
}

type guardKey struct{}

// newGuard makes a guard, and the streams that it guards. Nothing of a terminal is read
// by a runner, so that it stays what it is.
func newGuard(stdout, stderr io.Writer) (g *commandGuard, out, errout io.Writer) {
	g = &commandGuard{}
	g.err = &guarded{guard: g, w: stderr}
	out, errout = &guarded{guard: g, w: stdout}, g.err
	if terminal.IsTerminal(stdout) {
		out = stdout
	}
	if terminal.IsTerminal(stderr) {
		errout = stderr
	}
	return g, out, errout
}

// guardOf returns the guard of a context; without one, one that prints nothing.
func guardOf(ctx context.Context) *commandGuard {
	if g, ok := ctx.Value(guardKey{}).(*commandGuard); ok {
		return g
	}
	g, _, _ := newGuard(io.Discard, io.Discard)
	return g
}

// annotate prints annotations to standard error, so that standard output stays what
// programs read.
func (g *commandGuard) annotate(all []annotation) {
	g.err.mu.Lock()
	defer g.err.mu.Unlock()
	var text []byte
	if g.err.line.begun && len(all) > 0 {
		text = append(text, '\n')
	}
	for i := range all {
		text = all[i].append(text)
	}
	_, _ = g.err.w.Write(text)
}

// guarded is one of the streams.
type guarded struct {
	guard *commandGuard
	mu    sync.Mutex
	w     io.Writer
	line  lineState
}

type lineState struct {
	begun  bool // something in ASCII but blanks: a runner trims the blanks of all scripts
	json   bool // it begins as an object
	colon  bool // it is a colon so far
	sharps int  // that were last
}

// Write writes p, with a backslash in each workflow command: between the colons, or before
// the bracket, in a way that JSON stays what it is.
func (s *guarded) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.guard.armed.Load() {
		return s.w.Write(p)
	}
	if _, err := s.w.Write(s.line.defused(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (l *lineState) defused(p []byte) []byte {
	if l.begun && !l.colon && l.sharps == 0 && !bytes.ContainsAny(p, "\r\n#") {
		return p
	}
	var out []byte
	for _, c := range p {
		switch {
		case c == ':' && l.colon:
			out = append(out, '\\', c)
		case c == '[' && l.sharps >= 2 && l.json:
			out = append(out, `\u005b`...)
		case c == '[' && l.sharps >= 2:
			out = append(out, '\\', c)
		default:
			out = append(out, c)
		}
		switch {
		case c == '\n' || c == '\r':
			*l = lineState{}
			continue
		case c == '#':
			l.sharps++
		default:
			l.sharps = 0
		}
		l.colon = c == ':' && !l.begun
		if ' ' < c && c <= '~' {
			l.json = l.json || !l.begun && c == '{'
			l.begun = true
		}
	}
	return out
}
