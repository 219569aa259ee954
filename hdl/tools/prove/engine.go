package main

import "fmt"

// Engine is a way to prove.
type Engine string

const (
	// PDR is ABC's property directed reachability: unbounded.
	PDR Engine = "pdr"
	// BMC is ABC's bounded model checking.
	BMC Engine = "bmc"
	// Z3BMC is yosys-smtbmc with z3: bounded, with memories as arrays.
	Z3BMC Engine = "z3-bmc"
	// Z3Induction is yosys-smtbmc with z3: unbounded, by a base of depth cycles
	// and a step over depth cycles.
	Z3Induction Engine = "z3-induction"
)

// UnmarshalText refuses an engine that is none.
func (e *Engine) UnmarshalText(text []byte) error {
	switch *e = Engine(text); *e {
	case PDR, BMC, Z3BMC, Z3Induction:
		return nil
	}
	return fmt.Errorf("engine %q: it is one of %s, %s, %s, %s", text, PDR, BMC, Z3BMC, Z3Induction)
}

// bounded says whether the engine has a depth.
func (e Engine) bounded() bool { return e == BMC || e == Z3BMC || e == Z3Induction }

// tools are the commands that proofs call, whatever their engine: what can be reached is found
// by ABC, and waveforms are drawn by smtbmc.
func tools() []string { return []string{"yosys", "yosys-abc", "yosys-smtbmc", "z3"} }

// scope says how far a proof by the engine goes.
func (p *Proof) scope() string {
	switch p.Engine {
	case BMC, Z3BMC:
		if p.Settle > 0 {
			return fmt.Sprintf("%d cycles after the first %d", p.Depth, p.Settle)
		}
		return fmt.Sprintf("%d cycles from reset", p.Depth)
	default:
		return "unbounded"
	}
}

// onABC says whether the engine is one of ABC's.
func (e Engine) onABC() bool { return e == PDR || e == BMC }
