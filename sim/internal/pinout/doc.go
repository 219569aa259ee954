// Package pinout says which module is the top of a board and which port is which pin, and wires them.
package pinout
