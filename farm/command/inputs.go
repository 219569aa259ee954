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
)

// Folders of what fuzzing has found, DIR/TARGET/NAME as in the testdata/fuzz of a
// package.
const (
	corpusFolder  = "corpus"
	failingFolder = "failing"
)

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
		if err := replace(name, []byte(input.Text)); err != nil {
			return err
		}
	}
	return nil
}

// replace writes a file, all of it or nothing.
func replace(name string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
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
