// Package analysis compares the moves of a player of Trax with those of a bot,
// and with those of what the player is supposed to be, move by move: "loopline
// compare".
package analysis
