// Package record is the format of the records that matches are kept in: what is
// written of one, and how it is read back. It judges nothing and knows no game;
// package host runs a recorded game again and compares.
//
// A record is JSON Lines: an [Event] a line, the first one of each game of type
// [EventGame]. Each line ends with a check sum over itself and the sum before it,
// so that the lines are a hash chain, and the last sum covers all bytes: see
// [HashChain]. docs/record.md tells the format for those who read it elsewhere.
//
// A game writes by a [Recorder], most often to a [File], which only grows.
// [Read], [Games] and [Reader] read games back, byte for byte as they were written,
// or say which line is not.
package record
