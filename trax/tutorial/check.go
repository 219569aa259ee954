package tutorial

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/sim/model"
)

// Check asks how far a project has come.
type Check struct {
	Dir     string // of the project
	Only    int    // the number of the one step to ask for; 0 is all
	Out     io.Writer
	Builder *model.Builder

	Language say.Language // of what people read

	// Command runs Loopline and returns its exit status. What it decides by goes to out alone; a design's
	// words go to errOut.
	Command func(ctx context.Context, args []string, out, errOut io.Writer) int
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
				fmt.Fprintf(c.Out, "%d %s: not yet\n%s\n%s\n", s.Number, s.Name,
					strings.TrimSpace(c.Language.Say(err)), c.Language.Say(say.Format("read %s", s.PageIn(c.Language))))
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
	case w.missing != nil:
		file, text, err := p.source(w.module)
		if still := w.missing.FindString(text); err == nil && still != "" {
			err = say.Errorf("%s still has %s", p.path(file), still)
		}
		return err
	case w.games != nil:
		if err := write(p.path(w.file), w.games()); err != nil {
			return err
		}
	}
	var out, all bytes.Buffer
	status := c.Command(ctx, w.command, io.MultiWriter(&out, &all), &all)
	if status != 0 {
		words := make([]string, len(w.command))
		for i, word := range w.command {
			words[i] = humanize.ShellWord(word)
		}
		return &advice{say.Join("\n", say.Raw(strings.TrimRight(all.String(), "\n")), w.hint,
			say.Format("from: loopline %s", strings.Join(words, " ")))}
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

// decided is the last line of a match with a sequential test.
var decided = regexp.MustCompile(`(?m)^SPRT .*: .*$`)

// stronger is an error unless the sequential test of a match accepted that the
// first player is the better one.
func stronger(out string) error {
	score, test := results.FindString(out), decided.FindString(out)
	switch {
	case test == "" || score == "":
		return &advice{say.Join("\n", say.Raw(out), say.Format("the match was not played to its end"))}
	case strings.HasSuffix(test, "H1 accepted"):
		return nil
	}
	return &advice{say.Join("\n", say.Raw(score), say.Raw(test),
		say.Format("your board isn't shown to be better than greedy; what to try next:"),
		say.Format("- a lost game:  loopline replay win.jsonl in the project, ply by ply: did the board miss a win, or allow one?"),
		say.Format("- its mistakes: loopline analyse win.jsonl"),
		say.Format("- the search:   order of own win, unsafe moves, threats, escapes; BUDGET large enough to finish"))}
}

// advice is an error of several lines.
type advice struct{ text say.Text }

func (a *advice) Error() string { return a.text.String() }

// Text implements say.Sayer.
func (a *advice) Text() say.Text { return a.text }

// results is the score of a match of several games.
var results = regexp.MustCompile(`(?m)^match: .* [0-9]+, .* [0-9]+$`)
