// Package rtl compares Trax in hardware with the rules.
//
// A core is a module with the ports of docs/rtl-interface.md, made into a model
// by package sim and driven through its command port ([Core]). [CoreModel.Compare]
// plays random games on a core in lock-step with package trax and stops at the
// first difference, a [Divergence]. An [VectorDriver] has a core, the decoder of
// moves, or the serial line answer golden vectors.
package rtl
