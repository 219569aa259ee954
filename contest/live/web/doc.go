// Package web serves pages to strangers: within limits of viewers, requests and connections, each in the language that it
// prefers, with streams of events, and with a delay where that is wanted.
//
// Each page keeps an append-only [EventStream] of changes (fan-out without a queue for each viewer): a viewer is a place in
// the stream. One that reads slowly is cut, and resumes from its place when it comes back. Who tells viewers something never
// waits for them: it goes into a [DelayQueue].
//
// The pages are rendered here, work without a script, load nothing from elsewhere, and treat every text of a player, a
// record or an address as hostile. The package knows none of them: each is a template of another package beside the scripts
// and the style sheets of all.
package web
