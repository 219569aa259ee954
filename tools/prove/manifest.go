package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Proof is one statement about one design with one set of parameters.
type Proof struct {
	Name   string   `json:"name"`
	Proves string   `json:"proves"` // the statement, in words
	Top    string   `json:"top"`    // the module that holds the asserts
	Files  []string `json:"files"`
	Engine Engine   `json:"engine"`
	// Depth is the number of clock cycles of a bounded proof, and of the base
	// and step of an induction. Engines without a bound have none.
	Depth int `json:"depth,omitempty"`
	// InitCycles is the number of clock cycles simulated from power-up before the proof, with
	// unknown inputs. Signals still unknown afterwards are unconstrained in the proof.
	InitCycles int `json:"settle,omitempty"`
	// ReachDepth is the number of clock cycles in which every cover and the premise
	// of every assert must be met.
	ReachDepth int `json:"reach"`
	// Asserts and Covers are the numbers of cells that Yosys must find. It drops
	// what it does not understand without a word.
	Asserts int      `json:"asserts"`
	Covers  int      `json:"covers"`
	Limit   duration `json:"limit"` // of each run of the engine
	Quick   bool     `json:"quick,omitempty"`
	Mutants []Mutant `json:"mutants"`

	// Parameters of the top module. In the manifest it is a list; each set makes a proof, and the first may be quick.
	Parameters map[string]int `json:"-"`
}

// Mutant is a bug: a text that occurs once in a file and is replaced.
type Mutant struct {
	Name string `json:"name"`
	File string `json:"file"`
	Old  string `json:"old"`
	New  string `json:"new"`
}

// ID is the name with the parameters: uart_tx(Divider=4).
func (p *Proof) ID() string {
	if len(p.Parameters) == 0 {
		return p.Name
	}
	var sets []string
	for _, name := range slices.Sorted(maps.Keys(p.Parameters)) {
		sets = append(sets, fmt.Sprintf("%s=%d", name, p.Parameters[name]))
	}
	return p.Name + "(" + strings.Join(sets, ",") + ")"
}

type duration time.Duration

func (d *duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	*d = duration(v)
	return err
}

type entry struct {
	Proof
	Parameters []map[string]int `json:"parameters,omitempty"`
}

// readManifest returns the proofs of a file, one for each set of parameters.
func readManifest(file string) ([]Proof, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("prove: %w", err)
	}
	var entries []entry
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&entries); err != nil {
		return nil, fmt.Errorf("prove: %s: %w", file, err)
	}
	var proofs []Proof
	for _, e := range entries {
		if len(e.Parameters) == 0 {
			e.Parameters = []map[string]int{nil}
		}
		for i, set := range e.Parameters {
			p := e.Proof
			p.Parameters, p.Quick = set, e.Quick && i == 0
			if err := p.check(); err != nil {
				return nil, fmt.Errorf("prove: %s: proof %q: %w", file, p.ID(), err)
			}
			if slices.ContainsFunc(proofs, func(q Proof) bool { return q.ID() == p.ID() }) {
				return nil, fmt.Errorf("prove: %s: proof %q is there twice", file, p.ID())
			}
			proofs = append(proofs, p)
		}
	}
	return proofs, nil
}

// word matches names in a manifest, which become folder names and parts of scripts.
var word = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// check returns an error for a proof that would be vacuous or cannot run.
func (p *Proof) check() error {
	for name := range p.Parameters {
		if !word.MatchString(name) {
			return fmt.Errorf("invalid parameter name %q; example: Divider", name)
		}
	}
	switch {
	case !word.MatchString(p.Name) || !word.MatchString(p.Top):
		return fmt.Errorf("name and top must be words of letters, digits and underscores")
	case p.Engine.bounded() && p.Depth < 1:
		return fmt.Errorf("engine %s needs a depth of at least 1", p.Engine)
	case !p.Engine.bounded() && p.Depth != 0:
		return fmt.Errorf("engine %s has no depth", p.Engine)
	case p.Asserts < 1:
		return fmt.Errorf("asserts is %d: a proof needs at least one", p.Asserts)
	case p.Covers < 1:
		return fmt.Errorf("covers is %d: a proof needs at least one, to show that its assumptions allow something", p.Covers)
	case p.InitCycles < 0 || p.InitCycles > 0 && !p.Engine.onABC():
		return fmt.Errorf("settle is %d: it is for the engines %s and %s, at least 1", p.InitCycles, PDR, BMC)
	case p.ReachDepth < 1:
		return fmt.Errorf("reach is %d: covers need at least one clock cycle", p.ReachDepth)
	case p.Limit <= 0:
		return fmt.Errorf("limit must be a time, as 30s")
	case len(p.Mutants) == 0:
		return fmt.Errorf("no mutants: a proof needs at least one bug that it catches")
	}
	return p.checkFiles()
}

func (p *Proof) checkFiles() error {
	names := map[string]bool{}
	for _, f := range p.Files {
		if names[filepath.Base(f)] {
			return fmt.Errorf("two files are named %s", filepath.Base(f))
		}
		names[filepath.Base(f)] = true
	}
	if len(p.Files) == 0 {
		return fmt.Errorf("no files")
	}
	for _, t := range p.Mutants {
		if !word.MatchString(t.Name) {
			return fmt.Errorf("mutant %q: the name must be a word of letters, digits and underscores", t.Name)
		}
		if !slices.Contains(p.Files, t.File) {
			return fmt.Errorf("mutant %s: %s is not in the proof's files", t.Name, t.File)
		}
	}
	return nil
}
