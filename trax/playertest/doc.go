// Package playertest plays games of Trax with one player, over the contest's
// protocol, to bring it to positions that tell something of it. An [Opponent] is
// our side of one game, with a [Policy] for its moves; a [Harness] plays one game
// after another with the player that it was given; a suite of [TestCase]s says which
// games. Who the player is and how it is opened is the caller's business.
package playertest
