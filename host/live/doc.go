// Package live shows matches and contests as web pages while they are played,
// and afterwards.
//
// A [Site] has a page for each [GameFeed] and one for the whole. Each game keeps an
// append-only [EventStream] of what has changed; a viewer is a place in that log, so
// that many viewers cost no queue each, and one that reads slowly is cut and
// goes on from its place when it comes back. The match waits for nobody: what it
// tells is put into a list and taken from there.
//
// The pages are rendered here, work without a script, load nothing from
// elsewhere, and treat every text of a player, a record or an address as
// hostile. The package knows no game: moves and pictures come from a [View].
package live
