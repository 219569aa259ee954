// Package simfs is a simulated disk for deterministic simulation tests: a file system
// in memory that keeps apart what programs see and what the disk holds.
//
// Programs see a write at once. It is on the disk when the file is synced, and the
// name of a new file when its folder is. A loss of power keeps of the rest whatever the
// seed says: nothing, all, some writes and a part of the next one, or any sectors of
// it, in any order, with zeros where a sector is missing. The disk may be full, refuse
// to sync or be read-only for a while; a sync that failed leaves behind, as Linux does,
// what is seen, is perhaps not on the disk, and is not written by the next sync either.
//
// Nothing here draws chance in the order of calls: every draw is a hash of the seed, the
// place, and the time, so that goroutines that run at once change nothing. Equal seeds
// give equal disks, as long as what one program does with one file is always the same.
package simfs
