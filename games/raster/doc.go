// Package raster draws the SVG pictures of this project as pixels: [WritePNG] a
// picture as it stands, [WriteGIF] one that moves.
//
// It reads what packages animation and trax/svg write and no other SVG: an element
// or attribute that it does not know is an error, so that nothing is left out
// unseen. Text is drawn in the Go fonts; for scripts that they lack it takes a font
// of the system, and a box where there is none.
package raster
