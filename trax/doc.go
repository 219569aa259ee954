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
// The package does no I/O and reads no clock. A Position must not be used by
// two goroutines at once; different Positions share nothing.
package trax
