package addr

import (
	"fmt"
)

// Error names the wrong part of an address, the problem and a remedy.
type Error struct {
	Address string // the whole address
	Part    string // the part at fault: baud "12x"
	Problem string // what is wrong with it: is not a number
	Remedy  string // what to write: write baud=115200
}

// Error is one line: address, part, problem, remedy.
func (e *Error) Error() string {
	shown := e.Address
	if len(shown) > 120 {
		shown = shown[:120] + "…"
	}
	return fmt.Sprintf("address %q: %s %s: %s", shown, e.Part, e.Problem, e.Remedy)
}

func fault(part, problem, remedy string) *Error {
	return &Error{Part: part, Problem: problem, Remedy: remedy}
}

// OtherSchemeError is Open's answer to an address that is well formed but not
// carried by this package: bot, sim, human, web.
type OtherSchemeError struct {
	Address Address
}

// Check returns the error that Open would return for an address that is
// not well formed, or not carried by this package.
func Check(address string) error {
	a, err := Parse(address)
	if err != nil {
		return err
	}
	switch a.Scheme {
	case SchemeBot, SchemeHuman, SchemeWeb, SchemeSim, SchemeBit, SchemeAPI:
		return &OtherSchemeError{Address: a}
	}
	return nil
}

// Error names the scheme.
func (e *OtherSchemeError) Error() string {
	return fmt.Sprintf("address %q: %s is not a wire; only serial, usb, tcp, "+
		"listen and exec can be opened here", e.Address, e.Address.Scheme)
}
