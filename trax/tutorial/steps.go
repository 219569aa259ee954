// Package tutorial knows the steps of docs/tutorial, and how far a project has
// come in them. A step runs commands of Loopline that the owner of a project
// can type as well.
package tutorial

import (
	"fmt"
	"path"
	"regexp"

	"github.com/loopline/loopline/internal/say"
)

// Step is a page of the tutorial.
type Step struct {
	Number int // from 1
	Name   string
	Page   string // its file in the repository

	requirements func(p *project) []requirement
}

// PageIn is the page in a language: Page, or its translation.
func (s *Step) PageIn(l say.Language) string {
	if l == say.Japanese {
		return path.Join(path.Dir(s.Page), "ja", path.Base(s.Page))
	}
	return s.Page
}

// requirement is something that a project has to pass: the first one that it does not
// ends its step.
type requirement struct {
	missing *regexp.Regexp     // matches a line of the project as it was written, in module
	module  string             // of the project's sources
	file    string             // below the project
	led     bool               // the lamp blinks
	games   func() []string    // are written into file, for the command
	command []string           // of Loopline
	result  func(string) error // what its output says, if its status is not enough
	hint    say.Text           // for whom the command fails
}

// Steps are all steps, in their order.
func Steps() []Step {
	names := []struct {
		name, page string
		wants      func(*project) []requirement
	}{
		{"blink", "blink", ledWants},
		{"handshake", "handshake", handshakeWants},
		{"first move", "first-move", firstMoveWants},
		{"matching edges", "matching-edges", gamesWants(4, quiet)},
		{"forced play", "forced-play", gamesWants(5, forcing)},
		{"contradictions", "contradictions", gamesWants(6, contradicting)},
		{"loops and lines", "loops-and-lines", gamesWants(7, ending)},
		{"vectors", "vectors", vectorsWants},
		{"lock-step", "lock-step", lockstepWants},
		{"win", "win", winWants},
	}
	all := make([]Step, len(names))
	for i, n := range names {
		all[i] = Step{i + 1, n.name, fmt.Sprintf("docs/tutorial/%02d-%s.md", i+1, n.page), n.wants}
	}
	return all
}

func ledWants(*project) []requirement { return []requirement{{led: true}} }

func handshakeWants(p *project) []requirement {
	return []requirement{{module: "top", missing: regexp.MustCompile(`TEAM = "FP"|TEAM_CODE +: +string +:= +"FP"`)}, p.check("1,2"),
		p.checkSkewed("0.02"), p.checkSkewed("-0.02")}
}

func firstMoveWants(p *project) []requirement {
	return []requirement{{module: "player", missing: regexp.MustCompile(`assign my_shape = 2'd0;|my_shape +<= +"00";`)}, p.check("3,4,6")}
}

// gamesWants plays games of a kind in lock-step with the rules.
func gamesWants(step int, kind func(turn) bool) func(*project) []requirement {
	return func(p *project) []requirement {
		file := fmt.Sprintf("games/%02d.jsonl", step)
		return []requirement{{file: file, games: func() []string { return games(uint64(step), kind) }, command: []string{
			"sim", "compare", p.path(file), "--core", p.path("rtl"), "--skip-ops", "undo,try,gen", "--no-wave"}}}
	}
}

func vectorsWants(p *project) []requirement {
	file := p.path("turns.jsonl")
	return []requirement{
		{command: []string{"vectors", "gen", "--quota", "4", "--force", "-o", file}},
		{command: []string{"sim", "vectors", file, "--core", p.path("rtl"), "--skip-ops", "gen"}},
	}
}

func lockstepWants(p *project) []requirement {
	return []requirement{
		{command: []string{"sim", "compare", "-n", "20000", "--core", p.path("rtl"), "--skip-ops", "gen", "--no-wave"}},
		p.check("0"),
	}
}

func winWants(p *project) []requirement {
	return []requirement{{result: stronger, command: []string{
		"play", "--white", "sim:" + p.at(realHz), "--red", "bot:greedy", "--sprt", "0,150", "--games", "100",
		"--record", p.path("win.jsonl")}}}
}
