// Package adopt finds out how an existing board design is simulated: its top module,
// pins, vendor clocks, clock rate and bit rate, from its sources and constraint files
// and by asking the design itself.
package adopt
