// Package tournamenttest helps tests of contests: files of contests, and contests whose results are made up.
package tournamenttest
