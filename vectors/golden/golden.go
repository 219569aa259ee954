// Package golden holds the small set of golden vectors that programs play.
package golden

import _ "embed" // the vectors

// Turns are the vectors of kind turn of Trax, as JSON Lines: docs/vectors.md.
//
//go:embed turn.jsonl
var Turns string
