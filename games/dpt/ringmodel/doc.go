// Package ringmodel is the model of a planner of DPT for a small FPGA: it closes the ring
// that is worth most, or breaks the other team's. No RTL is made after it yet.
package ringmodel
