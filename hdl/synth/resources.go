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
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// resultsFile keeps what was measured, from the root, so that only what has
// changed is measured again.
const resultsFile = "hdl/synth/resources.json"

// results are all measurements, as they stand in the file.
type results struct {
	Command string            `json:"command"` // makes the file
	Tools   map[string]string `json:"tools"`
	Seeds   int               `json:"seeds"`
	Designs []measurement     `json:"designs"`
	Trials  trials            `json:"trials"`
}

func readResults(root string) (results, error) {
	var r results
	text, err := os.ReadFile(filepath.Join(root, resultsFile))
	if errors.Is(err, os.ErrNotExist) {
		return r, nil
	} else if err != nil {
		return r, err
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return r, fmt.Errorf("%s: %w; remove it to measure everything again", resultsFile, err)
	}
	return r, nil
}

func (r results) write(root string) error {
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	return replaceFile(filepath.Join(root, resultsFile), append(text, '\n'))
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
func (r *results) put(m measurement) {
	order := make(map[string]int)
	for i, d := range designs() {
		order[d.name] = i + 1
	}
	r.Designs = slices.DeleteFunc(r.Designs, func(old measurement) bool {
		return old.Design == m.Design || order[old.Design] == 0
	})
	r.Designs = append(r.Designs, m)
	slices.SortFunc(r.Designs, func(a, b measurement) int { return cmp.Compare(order[a.Design], order[b.Design]) })
}

// keyOf stands for all that the figures of a design depend on.
func keyOf(lib library, d design, tools map[string]string, root string) (string, error) {
	sources, err := lib.closure(d.top)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintln(h, flow, seeds, digest(sources), d.top, d.parameters, d.everywhere, tools[yosys], tools[nextpnr])
	if d.board != nil {
		pins, err := os.ReadFile(filepath.Join(root, d.board.pcf))
		if err != nil {
			return "", err
		}
		h.Write(pins)
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}

// makeResources measures the designs that have changed, of those asked for,
// and writes the tables. With check it measures nothing, and fails if it would.
func makeResources(ctx context.Context, root string, asked []string, check bool, out io.Writer) error {
	lib, err := readLibrary(root)
	if err != nil {
		return err
	}
	list, err := choose(designs(), func(d design) string { return d.name }, asked)
	if err != nil {
		return err
	}
	r, err := readResults(root)
	if err != nil {
		return err
	}
	r.Command, r.Seeds = "go run ./hdl/synth resources", seeds
	if r.Tools, err = versions(ctx, yosys, nextpnr); err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "resources-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	m := newMeter(root, scratch, lib)
	var stale []string
	for _, d := range list {
		key, err := keyOf(lib, d, r.Tools, root)
		if err != nil {
			return err
		}
		if old, ok := r.find(d.name); ok && old.Key == key {
			continue
		}
		if stale = append(stale, d.name); check {
			continue
		}
		began := time.Now()
		measured, err := m.measure(ctx, d, key)
		if err != nil {
			return err
		}
		r.put(measured)
		fmt.Fprintf(out, "%s: %s\n", d.name, measured.summary(time.Since(began)))
		// What was measured is kept even if the next design fails.
		if err := r.write(root); err != nil {
			return err
		}
	}
	if check {
		return checkTables(root, r, stale)
	}
	if err := measureTrials(ctx, root, scratch, lib, &r.Trials); err != nil {
		return err
	}
	if err := r.write(root); err != nil {
		return err
	}
	return writeTables(root, r)
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

// checkTables wants nothing to be stale and the tables to be those of r.
func checkTables(root string, r results, stale []string) error {
	if len(stale) > 0 {
		return fmt.Errorf("%s: measured from other sources or tools: make resources", strings.Join(stale, ", "))
	}
	for _, name := range pages(root) {
		old, now, err := page(root, name, r)
		if err != nil {
			return err
		}
		if !bytes.Equal(old, now) {
			return fmt.Errorf("%s holds other figures than %s: make resources", name, resultsFile)
		}
	}
	return nil
}

// writeTables writes the tables into the pages.
func writeTables(root string, r results) error {
	for _, name := range pages(root) {
		old, now, err := page(root, name, r)
		if err != nil {
			return err
		}
		if bytes.Equal(old, now) {
			continue
		}
		if err := replaceFile(filepath.Join(root, name), now); err != nil {
			return err
		}
	}
	return nil
}
