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
	// Z3Induction is k-induction by yosys-smtbmc with z3: unbounded, with a base case of depth cycles
	// and a step over depth cycles.
	Z3Induction Engine = "z3-induction"
)

// UnmarshalText returns an error for an unknown engine.
func (e *Engine) UnmarshalText(text []byte) error {
	switch *e = Engine(text); *e {
	case PDR, BMC, Z3BMC, Z3Induction:
		return nil
	}
	return fmt.Errorf("engine %q: it is one of %s, %s, %s, %s", text, PDR, BMC, Z3BMC, Z3Induction)
}

// bounded reports whether the engine has a depth.
func (e Engine) bounded() bool { return e == BMC || e == Z3BMC || e == Z3Induction }

// tools lists the commands that every proof calls: ABC checks the covers, smtbmc writes waveforms.
func tools() []string { return []string{"yosys", "yosys-abc", "yosys-smtbmc", "z3"} }

func (p *Proof) scope() string {
	switch p.Engine {
	case BMC, Z3BMC:
		if p.InitCycles > 0 {
			return fmt.Sprintf("%d cycles after the first %d", p.Depth, p.InitCycles)
		}
		return fmt.Sprintf("%d cycles from reset", p.Depth)
	default:
		return "unbounded"
	}
}

// onABC reports whether the engine is one of ABC's.
func (e Engine) onABC() bool { return e == PDR || e == BMC }
