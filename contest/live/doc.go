// Package live shows matches and contests as web pages while they are played,
// and afterwards.
//
// A [Site] has a page for each [GameFeed] and one for the whole. Each game keeps an
// append-only [EventStream] of changes (fan-out without a queue for each viewer): a viewer
// is a place in the stream. One that reads slowly is cut, and resumes from its place when
// it comes back. A game never waits for viewers: its events go into a queue.
//
// The pages are rendered here, work without a script, load nothing from
// elsewhere, and treat every text of a player, a record or an address as
// hostile. The package knows no game: moves and pictures come from a [View].
package live
