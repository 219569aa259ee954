// Package sandbox runs untrusted programs: a player of a match,
// a compiler fed with a stranger's design, the model that came of it.
//
// A program is started by bubblewrap (bwrap) in namespaces of its own. It sees
// no other process, no network and no System V memory; it can write to nothing
// but a scratch folder that ends with it; and when the host ends, however it
// does, everything the program has started ends too. A filter on system calls
// closes the doors that namespaces leave open: sockets of other programs in the
// file system, the kernel's key rings, the terminal's input queue.
//
// Where bubblewrap does not work, [Auto] runs the program as it is and says so
// in one line; [Require] refuses. docs/security.md says what holds with and
// without.
package sandbox
