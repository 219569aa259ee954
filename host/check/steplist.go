package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/loopline/loopline/internal/say"
)

// StepList holds the numbers of the steps to run, in ascending order. An empty list
// stands for all steps.
type StepList []int

// ParseStepList parses step numbers and ranges of them, such as "3,5-7" or "3 5 6", of
// a check with the given number of steps. "0" and "" stand for all steps.
func ParseStepList(text string, steps int) (StepList, error) {
	var list StepList
	for word := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == ',' || c == ' ' }) {
		from, to, isRange := strings.Cut(word, "-")
		if !isRange {
			to = from
		}
		first, err1 := strconv.Atoi(from)
		last, err2 := strconv.Atoi(to)
		switch {
		case err1 != nil || err2 != nil:
			return nil, say.Errorf("%q: want step numbers such as 3,5-7", text)
		case first == 0 && last == 0 && !isRange:
			return nil, nil
		case first < 1 || first > steps:
			return nil, say.Errorf("%d is outside 0 to %d", first, steps)
		case last < first || last > steps:
			return nil, say.Errorf("%d is outside %d to %d", last, first, steps)
		}
		for n := first; n <= last; n++ {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// FirstAlone reports whether the first step is the only one to be run.
func (l StepList) FirstAlone() bool { return len(l) == 1 && l[0] == 1 }

// wants reports whether a step is to be run.
func (l StepList) wants(step int) bool { return len(l) == 0 || slices.Contains(l, step) }
