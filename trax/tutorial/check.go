package tutorial

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

	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/sim"
)

// Check asks how far a project has come.
type Check struct {
	Dir     string // of the project
	Only    int    // the number of the one step to ask for; 0 is all
	Out     io.Writer
	Builder *sim.Builder

	// Command runs Loopline and returns its exit status.
	Command func(ctx context.Context, args []string, out io.Writer) int
}

// Run says of each step whether the project passes it, up to the first that it
// does not pass. It reports the question and the answer of that one, and returns it;
// nil if all were passed. An error is one of asking.
func (c *Check) Run(ctx context.Context) (failed *Step, err error) {
	p, err := open(c.Dir)
	if err != nil {
		return nil, err
	}
	for _, s := range Steps() {
		if c.Only != 0 && c.Only != s.Number {
			continue
		}
		for _, w := range s.requirements(p) {
			if err := c.satisfies(ctx, p, &w); err != nil {
				if ctx.Err() != nil {
					return nil, context.Cause(ctx)
				}
				fmt.Fprintf(c.Out, "%d %s: not yet\n%s\nread %s\n", s.Number, s.Name, strings.TrimSpace(err.Error()), s.Page)
				return &s, nil
			}
		}
		fmt.Fprintf(c.Out, "%d %s: passed\n", s.Number, s.Name)
	}
	return nil, nil
}

// requirement is the error of something that a project does not pass.
func (c *Check) satisfies(ctx context.Context, p *project, w *requirement) error {
	switch {
	case w.led:
		return blinks(ctx, c.Builder, p)
	case w.missing != "":
		text, err := p.read(w.file)
		if err == nil && strings.Contains(text, w.missing) {
			err = fmt.Errorf("%s still has %s", p.path(w.file), w.missing)
		}
		return err
	case w.games != nil:
		if err := write(p.path(w.file), w.games()); err != nil {
			return err
		}
	}
	var out bytes.Buffer
	status := c.Command(ctx, w.command, &out)
	if status != 0 {
		words := make([]string, len(w.command))
		for i, word := range w.command {
			words[i] = humanize.ShellWord(word)
		}
		return fmt.Errorf("%sfrom: loopline %s", out.String(), strings.Join(words, " "))
	}
	if w.result != nil {
		return w.result(out.String())
	}
	return nil
}

// write writes lines into a file.
func write(name string, lines []string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(strings.Join(lines, "\n")+"\n"), 0o644)
}

// results is the last line of a match of several games, the board's first.
var results = regexp.MustCompile(`(?m)^match: .* ([0-9]+), .* ([0-9]+)$`)

// wonMost is an error unless a match was won.
func wonMost(out string) error {
	r := results.FindStringSubmatch(out)
	if r == nil {
		return fmt.Errorf("%s\nthe match was not played to its end", out)
	}
	own, _ := strconv.Atoi(r[1])
	other, _ := strconv.Atoi(r[2])
	if own <= other {
		return fmt.Errorf("%s\nyour board has to win more games than greedy", r[0])
	}
	return nil
}
