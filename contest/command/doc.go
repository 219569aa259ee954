// Package command turns the instructions of a contest's director into decisions, and finds what depends on them.
package command
