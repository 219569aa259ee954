// Package analysis offers what helps to understand a game on its page: an engine that analyses positions in the browser,
// openings, a page for games of any origin, and evaluations of positions by a bot while a game is played.
package analysis
