// Package capture draws the bytes of a recorded game on the wire, and compares them with
// what a logic analyser saw there.
package capture
