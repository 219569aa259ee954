// Package config reads the organiser's file of a contest: its entrants, stages, tables, halls and desk, with what of them
// can be wrong. docs/contest.md says what each key means. It knows no game: the caller checks the game's own settings.
package config
