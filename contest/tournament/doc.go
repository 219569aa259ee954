// Package tournament is the state of a contest: entrants, stages, rounds, matches and games, as the decisions lead to
// them. It knows no game.
//
// A contest is a folder: the organiser's file, decisions.jsonl, and a record for each
// match. The state is derived from the decisions, line by line (event sourcing): pairings,
// standings and the next games follow from them. So an interrupted contest can be
// resumed, and anyone can derive it again. docs/contest.md has the format.
//
// [Read] reads a contest, for pages and reports. The packages beside this one build on it: config is the file, standing
// derives tables and what follows, journal appends decisions, director plays the contest.
package tournament
