// Package tournament runs contests: a chain of stages, their pairings and standings, and
// the decisions of the director. It knows no game: the caller makes the games and opens
// the players.
//
// A contest is a folder: the organiser's file, decisions.jsonl, and a record for each
// match. The state is derived from the decisions, line by line (event sourcing): pairings,
// standings and the next games follow from them. So an interrupted contest can be
// resumed, and anyone can derive it again. docs/contest.md has the format.
//
// [Read] reads a contest, for pages and reports. [DecisionLog] appends to one.
package tournament
