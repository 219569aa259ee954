// Package tournament runs contest days: a chain of stages, their pairings and
// standings, and the decisions of whoever directs them. It knows no game: how a match
// is made and who opens a player is handed in.
//
// A day is a folder: the organiser's file, decisions.jsonl, and a record for each
// match. What has happened is what the decisions say, line by line; pairings,
// standings and what is to be played next follow from them, so that a contest that was
// cut goes on, and anyone can derive all of it again. docs/contest.md has the format.
//
// [Read] reads a contest, for pages and reports. [DecisionLog] appends to one.
package tournament
