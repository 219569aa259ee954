// Package book counts the opening moves of games: how often each was played, and which side won.
//
// A [Builder] takes games and writes a [Book], a file of entries sorted by the position before the
// move and the position after it. Positions are named by [trax.Position.SymmetryKey], so that
// positions that are equal up to symmetry are one, and so are orders of moves that lead to the same
// position. All moves of a position lie together in the file: to find them takes one binary search,
// however many games there are.
package book
