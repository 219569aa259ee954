package main

import (
	"fmt"
	"io"
	"strings"
)

// printResult writes a line for a proof that holds, and one for each failure
// of one that does not.
func printResult(w io.Writer, r result) {
	if len(r.failures) == 0 {
		fmt.Fprintf(w, "ok    %s: %s, %s, %d asserts, %d covers, %d mutants caught, %s\n", r.proof.ID(), r.proof.Engine,
			r.proof.scope(), r.proof.Asserts, r.proof.Covers, r.caught, r.took())
		return
	}
	for _, err := range r.failures {
		fmt.Fprintf(w, "FAIL  %s: %v\n", r.proof.ID(), err)
	}
}

// took is the time of all tasks, or that none had to be run.
func (r result) took() string {
	if r.kept == len(tasksOf(&r.proof)) {
		return "proved before"
	}
	return fmt.Sprintf("%.1f s", r.seconds)
}

func printSummary(w io.Writer, results []result) {
	var failed, caught int
	for _, r := range results {
		caught += r.caught
		if len(r.failures) > 0 {
			failed++
		}
	}
	fmt.Fprintf(w, "%d proofs, %d failed, %d mutants caught\n", len(results), failed, caught)
}

func printList(w io.Writer, proofs []Proof) {
	for _, p := range proofs {
		quick := ""
		if p.Quick {
			quick = ", quick"
		}
		fmt.Fprintf(w, "%s: %s, %s%s\n    %s\n", p.ID(), p.Engine, p.scope(), quick, p.Proves)
	}
}

// printTable writes the table of docs, a row for each entry of the manifest.
func printTable(w io.Writer, proofs []Proof) {
	fmt.Fprintf(w, "| proof | what holds | for | how far, engine |\n| --- | --- | --- | --- |\n")
	for i := 0; i < len(proofs); {
		p := proofs[i]
		var sets []string
		for ; i < len(proofs) && proofs[i].Name == p.Name; i++ {
			_, set, _ := strings.Cut(strings.TrimSuffix(proofs[i].ID(), ")"), "(")
			sets = append(sets, set)
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s, %s |\n", p.Name, p.Proves, strings.Join(sets, "; "), p.scope(), p.Engine)
	}
}
