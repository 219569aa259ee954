// Package analysis compares the moves of a player of Trax with those of a bot,
// and with those of a reference player, move by move: "loopline
// compare".
package analysis
