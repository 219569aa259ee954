// Package reproduce sends a simulated board the bytes that it was sent in a recorded
// game, at the recorded times, and compares what it answers with the record: from
// many power-up states, with the clock of the far end off, as RTL, as netlist and as
// bitstream. The first of these that answers as recorded is where a fault is.
package reproduce
