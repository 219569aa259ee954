// Package playertest plays games of Trax with one player, over the contest's
// protocol, and steers it to positions that test a rule. An [Opponent] is
// our side of one game, with a [Policy] for its moves; a [Harness] plays one game
// after another with the player that it was given; a suite of [TestCase]s lists the games.
// The caller chooses and opens the player.
package playertest
