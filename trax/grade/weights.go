package grade

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/loopline/loopline/trax/tutorial"
)

// Weights are the points for steps.
type Weights struct {
	Tutorial, Check StepWeights
}

// StepWeights are the points for steps by their number; those without one have All.
type StepWeights struct {
	All  float64
	Step map[int]float64
	Last int // number of the last step
}

// DefaultWeights gives 10 points for each step of the tutorial, and none for those of the
// check, of which there are that many.
func DefaultWeights(checkSteps int) Weights {
	return Weights{Tutorial: StepWeights{All: 10, Last: len(tutorial.Steps())}, Check: StepWeights{Last: checkSteps}}
}

func (w StepWeights) of(number int) float64 {
	if points, ok := w.Step[number]; ok {
		return points
	}
	return w.All
}

// most are the points of who passes everything: the steps of the tutorial that are asked for, of
// which none is all, and the check.
func (w Weights) most(asked []int) (points float64) {
	for n := 1; n <= w.Tutorial.Last; n++ {
		if len(asked) == 0 || slices.Contains(asked, n) {
			points += w.Tutorial.of(n)
		}
	}
	for n := range w.Check.Last {
		points += w.Check.of(n + 1)
	}
	return points
}

// ParseWeights reads weights in TOML: the tables tutorial and check with the points of each
// step by its number, and of all others as "all". What is missing stays as in w.
func (w *Weights) ParseWeights(text string) error {
	var file struct {
		Tutorial map[string]float64 `toml:"tutorial"`
		Check    map[string]float64 `toml:"check"`
	}
	d := toml.NewDecoder(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
	d.DisallowUnknownFields()
	if err := d.Decode(&file); err != nil {
		var unknown *toml.StrictMissingError
		if errors.As(err, &unknown) {
			return fmt.Errorf("%s; there are the tables tutorial and check", strings.TrimSpace(unknown.String()))
		}
		return err
	}
	for _, t := range []struct {
		name   string
		points map[string]float64
		steps  *StepWeights
	}{{"tutorial", file.Tutorial, &w.Tutorial}, {"check", file.Check, &w.Check}} {
		for key, points := range t.points {
			if points < 0 || points > 1e6 || math.IsNaN(points) {
				return fmt.Errorf("%s.%s = %v: points are from 0 to 1000000", t.name, key, points)
			}
			if key == "all" {
				t.steps.All = points
				continue
			}
			n, err := strconv.Atoi(key)
			if err != nil || n < 1 || n > t.steps.Last {
				return fmt.Errorf("%s.%.40s: there is no such step; write 1 to %d, or all", t.name, key, t.steps.Last)
			}
			if t.steps.Step == nil {
				t.steps.Step = make(map[int]float64)
			}
			t.steps.Step[n] = points
		}
	}
	return nil
}
