// Package simulate plays contest days by deterministic simulation testing, as
// FoundationDB and TigerBeetle (its VOPR) do: the tournament, its journal and its
// records as they are, on virtual time (testing/synctest) and a simulated disk
// (internal/vfs/simfs), with faults that follow from a seed. Programs are killed, the
// power is lost, writes are torn, the disk is full, syncs fail, the wall clock jumps;
// players are late, illegal, gone, and come back. Behind the last fault comes a quiet
// time, in which the contest has to end; then it is checked against what people had been
// told, and against computations of its own.
//
// Equal seeds give equal days: the same events, and the same bytes of all files.
package simulate
