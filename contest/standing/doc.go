// Package standing derives from the state of a contest who stands where, which decision follows by itself, and who sits
// down next. It decides nothing: whoever plays the contest asks it, and writes the decision down.
package standing
