package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

// results is the content of the results file.
type results struct {
	Command string            `json:"command"` // makes the file
	Tools   map[string]string `json:"tools"`
	Seeds   int               `json:"seeds"`
	Designs []measurement     `json:"designs"`
	Trials  tryCycles         `json:"trials"`
}

func readResults(p *project) (results, error) {
	var r results
	text, err := os.ReadFile(p.at(p.Results))
	if errors.Is(err, os.ErrNotExist) {
		return r, nil
	} else if err != nil {
		return r, err
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return r, fmt.Errorf("%s: %w; remove it to measure everything again", p.Results, err)
	}
	return r, nil
}

func (r results) write(p *project) error {
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	return replaceFile(p.at(p.Results), append(text, '\n'))
}

// replaceFile writes a file whole or not at all.
func replaceFile(name string, text []byte) error {
	work := name + ".tmp"
	if err := os.WriteFile(work, text, 0o644); err != nil {
		return err
	}
	return os.Rename(work, name)
}

// find returns the measurement of a design.
func (r results) find(design string) (measurement, bool) {
	i := slices.IndexFunc(r.Designs, func(m measurement) bool { return m.Design == design })
	if i < 0 {
		return measurement{}, false
	}
	return r.Designs[i], true
}

// put keeps a measurement, in the order of the designs.
func (r *results) put(p *project, m measurement) {
	order := make(map[string]int)
	for i, d := range p.Designs {
		order[d.Name] = i + 1
	}
	r.Designs = slices.DeleteFunc(r.Designs, func(old measurement) bool {
		return old.Design == m.Design || order[old.Design] == 0
	})
	r.Designs = append(r.Designs, m)
	slices.SortFunc(r.Designs, func(a, b measurement) int { return cmp.Compare(order[a.Design], order[b.Design]) })
}

// keyOf hashes everything that the figures of a design depend on.
func keyOf(lib library, d design, tools map[string]string, p *project) (string, error) {
	sources, err := lib.closure(d.Top)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintln(h, flow, seeds, digest(sources), d.Top, d.Parameters, d.Everywhere, tools[yosys], tools[nextpnr])
	if d.board != nil {
		pins, err := os.ReadFile(p.at(d.board.Pins))
		if err != nil {
			return "", err
		}
		h.Write(pins)
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}

// makeResources measures those of the asked designs that changed, and writes the tables. With check it
// returns an error instead if a source of any of them changed since it was measured.
func makeResources(ctx context.Context, p *project, asked []string, check bool, out io.Writer) error {
	lib, err := readLibrary(p)
	if err != nil {
		return err
	}
	list, err := choose(p.Designs, func(d design) string { return d.Name }, asked)
	if err != nil {
		return err
	}
	r, err := readResults(p)
	if err != nil {
		return err
	}
	r.Command, r.Seeds = "go run ./tools/synth resources", seeds
	if !check { // that asks of the sources, whatever tools are here
		if r.Tools, err = versions(ctx, yosys, nextpnr); err != nil {
			return err
		}
	}
	scratch, err := os.MkdirTemp("", "resources-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	m := newMeasurer(p.root, scratch, lib)
	var stale []string
	for _, d := range list {
		key, err := keyOf(lib, d, r.Tools, p)
		if err != nil {
			return err
		}
		if old, ok := r.find(d.Name); ok && old.Key == key {
			continue
		}
		if stale = append(stale, d.Name); check {
			continue
		}
		began := time.Now()
		measured, err := m.measure(ctx, d, key)
		if err != nil {
			return err
		}
		r.put(p, measured)
		fmt.Fprintf(out, "%s: %s\n", d.Name, measured.summary(time.Since(began)))
		// Save each measurement: the next design may fail.
		if err := r.write(p); err != nil {
			return err
		}
	}
	if check {
		if err := checkTables(p, r, stale); err != nil {
			return err
		}
		fmt.Fprintf(out, "the figures of %d designs and the tables of %d pages are of these sources, by %s and %s\n",
			len(list), len(pages(p)), r.Tools[yosys], r.Tools[nextpnr])
		return nil
	}
	if err := measureTrials(ctx, p, scratch, lib, &r.Trials); err != nil {
		return err
	}
	if err := r.write(p); err != nil {
		return err
	}
	return writeTables(p, r)
}

func (m measurement) summary(took time.Duration) string {
	text := fmt.Sprintf("%d LUT4", m.Cells["ice40"].LUTs)
	for _, c := range []chip{hx8k(), up5k()} {
		if t, ok := m.Clock[c.name]; ok {
			text += fmt.Sprintf(", %s %s MHz", c.title, t.text())
		}
	}
	return fmt.Sprintf("%s, measured in %.0f s", text, took.Seconds())
}

// checkTables returns an error if a design is stale or a table differs from r.
func checkTables(p *project, r results, stale []string) error {
	if len(stale) > 0 {
		return fmt.Errorf("%s: measured from other sources: make resources", strings.Join(stale, ", "))
	}
	for _, name := range pages(p) {
		old, now, err := page(p, name, r)
		if err != nil {
			return err
		}
		if !bytes.Equal(old, now) {
			return fmt.Errorf("%s holds other figures than %s: make resources", name, p.Results)
		}
	}
	return nil
}

// writeTables writes the tables into the pages.
func writeTables(p *project, r results) error {
	for _, name := range pages(p) {
		old, now, err := page(p, name, r)
		if err != nil {
			return err
		}
		if bytes.Equal(old, now) {
			continue
		}
		if err := replaceFile(p.at(name), now); err != nil {
			return err
		}
	}
	return nil
}
