package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"

	"github.com/loopline/loopline/trax/vectors"
)

// trialTurns is the number of random turns timed.
const trialTurns = 20000

// tryCycles holds the duration of TRY in clock cycles, until the core is ready for the next command, over
// random turns of random games.
type tryCycles struct {
	Key   string  `json:"key"`
	Turns int     `json:"turns"`
	Legal int     `json:"legal"`
	Mean  float64 `json:"mean"` // of all
	Fit   float64 `json:"legal_mean"`
	Max   int     `json:"max"`
}

// measureTrials times the core unless nothing has changed.
func measureTrials(ctx context.Context, p *project, dir string, lib library, t *tryCycles) error {
	sources, err := lib.closure(p.Core.Top)
	if err != nil {
		return err
	}
	if t.Key == digest(sources) {
		return nil
	}
	m, err := buildModel(ctx, p, dir, stage{"rtl", paths(sources), false})
	if err != nil {
		return err
	}
	f, err := vectorFile(ctx, filepath.Join(dir, "trials.jsonl"), vectors.Options{Seed: 1, Count: trialTurns})
	if err != nil {
		return err
	}
	defer f.Close()
	s, err := newScript(f, "trials.jsonl")
	if err != nil {
		return err
	}
	file := filepath.Join(dir, "trials.txt")
	if err := os.WriteFile(file, s.text, 0o644); err != nil {
		return err
	}
	printed, err := m.run(ctx, file)
	if err != nil {
		return err
	}
	answers, _, err := answersOf(bytes.Clone(printed))
	if err != nil {
		return err
	}
	if err := s.check(answers); err != nil {
		return err
	}
	*t = s.tryCycles(answers)
	t.Key = digest(sources)
	return nil
}

// tryCycles counts the cycles of every TRY.
func (s *script) tryCycles(answers []answer) tryCycles {
	var t tryCycles
	all, legal := 0, 0
	for i, r := range s.reports {
		if r.op != opTry {
			continue
		}
		n := answers[i].cycles
		t.Turns++
		all += n
		t.Max = max(t.Max, n)
		if answers[i].status == 0 {
			t.Legal++
			legal += n
		}
	}
	t.Mean, t.Fit = round(float64(all)/float64(max(1, t.Turns))), round(float64(legal)/float64(max(1, t.Legal)))
	return t
}
