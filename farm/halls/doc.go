// Package halls plays games of one contest in several halls: the contest's host orders games, and each hall
// plays them with its own referee, beside its players, and hands in signed records.
//
// The two halves are [Link], on the contest's host, and [Hall]. Both repeat what they want until it is so: the
// host sends its whole list of orders, the hall its state, and each game until it is answered. So the
// network may lose, double, delay and cut what they say, for any time. A game is ordered by its attempt, which is
// never given twice, and [director.Director.HandIn] takes it once.
package halls

import "github.com/loopline/loopline/farm/remote"

// Bus is the network between the halls: see [remote.Bus].
type Bus = remote.Bus

// Subjects of the hall of a name. Both are below board.NAME, which is all that the access of an agent opens.
func toHall(name string) string   { return "board." + name + ".hall.to" }
func fromHall(name string) string { return "board." + name + ".hall.from" }
