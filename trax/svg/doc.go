// Package svg draws Trax: [Position] a board as it stands, [Game] a whole game
// as an animation that loops.
//
// The pictures stand alone: no script, no style sheet, no font and nothing
// else from outside, so they play as an <img> in a README and print. Where
// animation is not played a game shows its final board. The same input gives
// the same bytes.
//
//	solid corners   the tile that the last turn wrote
//	dashed corners  a tile that it forced
//	broad outline   the loops and lines that won
//
// Colours differ in lightness as well as in hue: white, red and the tiles'
// dark face stay apart in grey and for colour-blind eyes. The board lies on a
// sheet of its own, which reads on light and dark pages alike.
package svg
