package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/loopline/loopline/farm/jobs"
	"github.com/loopline/loopline/internal/phrase"
	"github.com/loopline/loopline/output"
)

// Folders of what fuzzing has found, DIR/TARGET/NAME as in the testdata/fuzz of a
// package.
const (
	corpusFolder  = "corpus"
	failingFolder = "failing"
)

// inputKind says what an input's file is, where it cannot be written.
var inputKind = output.Kind{Name: "input"}

// inputFile is the file of an input.
func (o *runOptions) inputFile(input *jobs.Input) string {
	folder := corpusFolder
	if input.Fails {
		folder = failingFolder
	}
	return filepath.Join(o.dir, folder, input.Target, input.Name())
}

// keepInputs writes inputs to files, those that are not there.
func (o *runOptions) keepInputs(inputs []jobs.Input) error {
	for _, input := range inputs {
		name := o.inputFile(&input)
		if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := output.Write(name, inputKind, true, []byte(input.Text)); err != nil {
			return err
		}
	}
	return nil
}

// gatherInputs writes what all jobs have found, and says how much of it fails.
func (o *runOptions) gatherInputs(ctx context.Context, out io.Writer, c *jobs.Coordinator) error {
	found, failing, seen := map[string]int{}, map[string][]string{}, map[string]bool{}
	err := c.Results(ctx, func(number int, _ string, body []byte) error {
		if _, err := write(o.result(number), body); err != nil {
			return err
		}
		inputs, err := jobs.ReadInputs(body)
		for _, input := range inputs {
			switch name := o.inputFile(&input); {
			case seen[name]:
			case input.Fails:
				failing[input.Target] = append(failing[input.Target], name)
				seen[name] = true
			default:
				found[input.Target]++
				seen[name] = true
			}
		}
		return errors.Join(err, o.keepInputs(inputs))
	})
	if err != nil {
		return err
	}
	for _, target := range o.spec.Names {
		_, err = fmt.Fprintf(out, "%s: %s to keep, %s\n", target,
			phrase.Plural(found[target], "input", "inputs"), phrase.Plural(len(failing[target]), "fails", "fail"))
		for _, name := range failing[target] {
			if err == nil {
				_, err = fmt.Fprintf(out, "  fails: %s\n", name)
			}
		}
		if err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(out, "inputs to keep are in %s; write it as corpus, and the next program begins with them\n", filepath.Join(o.dir, corpusFolder))
	return err
}
