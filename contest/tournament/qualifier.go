package tournament

import (
	"slices"

	"github.com/loopline/loopline/contest/config"
)

// enterHouse takes in the players of the house, after the entrants of the file.
func (d *Tournament) enterHouse() {
	n := 0
	for _, s := range d.Config.Stages {
		for _, address := range s.House {
			if d.House(address) == None {
				n++
				d.enter(Entrant{Name: config.HouseName(n), Address: address, House: true})
			}
		}
	}
}

// House finds a player of the house by its address in the file.
func (d *Tournament) House(address string) int {
	return slices.IndexFunc(d.Entrants, func(e *Entrant) bool { return e.House && e.entryAddress == address })
}
