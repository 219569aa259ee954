// Package trax holds the exact rules of Trax as the FPGA contests play it:
// tiles, forced play, loops and lines, notation, legal moves and perft.
//
// # The game
//
// One kind of tile, a straight crossing on one face and two curves on the
// other, gives six oriented tiles. Every edge of a tile is red or white:
//
//	P  +  red left right      p  +  red top bottom
//	S  /  red right bottom    s  /  red left top
//	B  \  red right top       b  \  red left bottom
//
// White moves first. A turn writes one tile beside the placed ones so that all
// touching edges match, and then fills, again and again, every empty cell that
// two edges of one colour enter: forced play. An empty cell that three edges
// of one colour enter makes the whole turn illegal. After the turn a closed
// track (loop), or a track that joins two opposite sides of the bounding box
// over at least eight cells (line), ends the game in favour of its colour,
// whoever moved; if both colours complete something the mover wins.
//
// # Coordinates
//
// Cells are named relative to the bounding box before the turn: column A and
// row 1 are its top left cell, column @ and row 0 lie one outside of it.
//
// # The board has no edge
//
// A [Position] stores the cells of usual boards on a torus that doubles in the
// direction that has become too small, so the four sides grow alike and
// nothing is moved until the bounding box has outgrown the torus. Larger
// boards are stored in pieces that exist only where tiles are, so memory
// follows the tiles and not the box. The only limit is [MaxTiles].
//
// # How it is fast
//
// A [Position] numbers its cells, and each cell names its four neighbours: one
// step is one look-up. A board whose torus would pass 512 by 512 cells keeps
// squares of four cells instead, made where a tile comes near.
// Each empty cell holds the pattern of the edges around it, so that what fits,
// what is forced and what contradicts are table look-ups. Each open end of a
// track knows its other end: joining two tracks is two stores, a loop shows
// when the ends that meet belong together, and undo needs no log, because the
// entries of ends that were joined keep their old values until the join is
// taken back.
//
// Perft counts the last ply in bulk: a tile that fits is a legal turn unless a
// chain of at least two forced tiles runs into a contradiction, and only where
// such a chain can start is it tried. Positions that are equal up to the
// sixteen symmetries can be merged exactly near the root (--classes) or by a
// 128 bit digest below (--hash).
//
// The package does no I/O and reads no clock. A Position must not be used by
// two goroutines at once; different Positions share nothing.
package trax
