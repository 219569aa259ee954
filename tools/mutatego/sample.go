package main

import (
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
)

// perFunction bounds the mutants of a function.
const perFunction = 2

// sampled yields mutants by chance: an operator, then one of its candidates, so that frequent operators don't crowd out
// the others. No two are on one line.
func sampled(all []*mutant, seed uint64) iter.Seq[*mutant] {
	return func(yield func(*mutant) bool) {
		chance := rand.New(rand.NewPCG(seed, 0))
		left := map[operator][]*mutant{}
		for _, m := range all {
			left[m.operator] = append(left[m.operator], m)
		}
		lines, functions := map[string]bool{}, map[string]int{}
		for len(left) > 0 {
			operators := slices.Sorted(maps.Keys(left))
			op := operators[chance.IntN(len(operators))]
			i := chance.IntN(len(left[op]))
			m := left[op][i]
			if left[op] = slices.Delete(left[op], i, i+1); len(left[op]) == 0 {
				delete(left, op)
			}
			line, function := fmt.Sprint(m.file, m.line), m.file+m.function
			if lines[line] || functions[function] == perFunction {
				continue
			}
			lines[line] = true
			functions[function]++
			if !yield(m) {
				return
			}
		}
	}
}

// shares divides n mutants over packages by their candidates, at least least for each.
func shares(candidates []int, n, least int) []int {
	sum := 0
	for _, c := range candidates {
		sum += c
	}
	all := make([]int, len(candidates))
	for i, c := range candidates {
		all[i] = min(c, max(least, n*c/max(1, sum)))
	}
	return all
}
