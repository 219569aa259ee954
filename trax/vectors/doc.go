// Package vectors is the kinds of golden vectors of Trax: turns, legal moves,
// notation, whole games on the wire, and serial lines. It knows their bins,
// makes them from the rules of package trax, and answers them by the rules.
//
// How files are written, read and compared is package vectors at the root; the
// names that are used together with these kinds are here again, so that most
// callers need one of the two.
package vectors
