// Package rtlblock runs small RTL modules of games, the blocks, as the DUT: it drives
// golden vectors into a block, or compares it with the reference model (the rules) in
// lock-step co-simulation, with directed and constrained-random stimulus and functional
// coverage. It knows no game: a game passes a [Block] with the [PortMap] of the module
// and the [Codec] of its words.
package rtlblock
