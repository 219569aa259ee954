// Package live shows games as web pages while they are played, and afterwards.
//
// A [Site] has a page for each [GameFeed] and one for the whole. A game never waits for viewers: its events go into a queue.
// What shows more than games, such as a contest, is a [Part] of a site.
//
// The package knows no game: moves and pictures come from a [View].
package live
