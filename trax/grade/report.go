package grade

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/loopline/loopline/internal/quoting"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/termsafe"
)

// points is a number as people write it.
func points(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// WriteTable writes a line a student, and the hints below, in a language.
func WriteTable(w io.Writer, students []Student, in say.Language) error {
	t := termsafe.NewColumns(w)
	for i, head := range []say.Text{say.Format("student"), say.Format("points"), say.Format("tutorial"), say.Format("check"), say.Format("first step not passed")} {
		fmt.Fprint(t, strings.Repeat("\t", min(1, i)), in.Say(head))
	}
	fmt.Fprintln(t)
	for _, s := range students {
		first := "-"
		if r := s.Failed(); r != nil {
			first = r.StepName()
		}
		if s.Problem != "" {
			first, _, _ = strings.Cut(s.Problem, "\n")
		}
		fmt.Fprintf(t, "%s\t%s/%s\t%d/%d\t%d/%d\t%s\n", termsafe.Escape(s.Name), points(s.Points), points(s.Most),
			Passed(s.Tutorial), len(s.Tutorial), Passed(s.Check), len(s.Check), termsafe.Escape(first))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, s := range students {
		for _, a := range s.Alike {
			if a.Name < s.Name {
				continue // said of the other
			}
			if _, err := fmt.Fprintln(w, in.Say(hint(s.Name, a))); err != nil {
				return err
			}
		}
	}
	return nil
}

// hint returns the remark on two designs that are alike.
func hint(name string, a Alike) say.Text {
	return say.Format("hint: %s and %s have designs of one structure (%d %% of what the class doesn't share), whatever their names; compare them yourself",
		termsafe.Escape(name), termsafe.Escape(a.Name), int(100*a.Share))
}

// WriteCSV writes a row a student: points, then each step, 1 where it is passed.
func WriteCSV(w io.Writer, students []Student, g Weights) error {
	c := csv.NewWriter(w)
	head := []string{"student", "points", "of", "problem"}
	for n := range g.Tutorial.Last {
		head = append(head, fmt.Sprint("tutorial ", n+1))
	}
	for n := range g.Check.Last {
		head = append(head, fmt.Sprint("check ", n+1))
	}
	if err := c.Write(append(head, "alike")); err != nil {
		return err
	}
	for _, s := range students {
		row := []string{quoting.Cell(s.Name), points(s.Points), points(s.Most), quoting.Cell(s.Problem)}
		row = append(row, marks(s.Tutorial, g.Tutorial.Last)...)
		row = append(row, marks(s.Check, g.Check.Last)...)
		var alike []string
		for _, a := range s.Alike {
			alike = append(alike, a.Name)
		}
		if err := c.Write(append(row, quoting.Cell(strings.Join(alike, " ")))); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

// marks are the cells of the steps; those that did not run are empty.
func marks(steps []Result, last int) []string {
	cells := make([]string, last)
	for _, r := range steps {
		switch {
		case r.Number < 1 || r.Number > last:
		case r.Passed:
			cells[r.Number-1] = "1"
		default:
			cells[r.Number-1] = "0"
		}
	}
	return cells
}

//go:embed page.html
var pageText string

// page is the data of the pages' templates.
type page struct {
	Language string
	In       say.Language
	Students []Student
	One      *Student
	Files    map[string]string // of each student's page, by name
}

// Say is a word of the page.
func (p page) Say(key string) string { return p.In.Say(pageWords()[key]) }

// pageWords are the words of the pages.
func pageWords() map[string]say.Text {
	return map[string]say.Text{
		"grades": say.Format("grades"), "all grades": say.Format("all grades"), "student": say.Format("student"), "points": say.Format("points"),
		"tutorial": say.Format("tutorial"), "check": say.Format("check"),
	}
}

// Points is a number as people write it.
func (page) Points(f float64) string { return points(f) }

// Hint returns the remark on a student's design and one that is alike, in the page's language.
func (p page) Hint(name string, a Alike) string { return p.In.Say(hint(name, a)) }

// WritePages writes index.html and a page a student into a folder, which must be there.
func WritePages(dir string, students []Student, in say.Language) error {
	t, err := template.New("page").Parse(pageText)
	if err != nil {
		return err
	}
	language := "en"
	if in == say.Japanese {
		language = "ja"
	}
	p := page{Language: language, In: in, Students: students, Files: make(map[string]string)}
	for i, s := range students {
		p.Files[s.Name] = fmt.Sprintf("%03d-%s.html", i+1, fileName(s.Name))
	}
	write := func(name string) error {
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			return err
		}
		if err := t.Execute(f, p); err != nil {
			f.Close()
			return err
		}
		return f.Close()
	}
	if err := write("index.html"); err != nil {
		return err
	}
	for i := range students {
		p.One = &students[i]
		if err := write(p.Files[students[i].Name]); err != nil {
			return err
		}
	}
	return nil
}

// fileName is a name of letters and digits, for a file.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '_'
	}, name[:min(len(name), 60)])
}
