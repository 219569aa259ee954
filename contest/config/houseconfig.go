package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// HouseName is the name of a player of the house, counted from 1.
func HouseName(n int) string { return "house " + strconv.Itoa(n) }

// isHouseName reports whether an entrant's name would be taken for a player of the house.
func isHouseName(name string) bool {
	number, ok := strings.CutPrefix(Folded(name), "house ")
	_, err := strconv.Atoi(number)
	return ok && err == nil
}

// checkHouseNames wants no entrant to have the name of a player of the house.
func (p *Config) checkHouseNames() *Error {
	if !slices.ContainsFunc(p.Stages, func(s StageConfig) bool { return len(s.House) > 0 }) {
		return nil
	}
	for i, e := range p.Entrants {
		if isHouseName(e.Name) {
			return p.At("entrant", i, "name", fmt.Sprintf("entrant %d: %q is how a player of the house is called; take another name", i+1, e.Name))
		}
	}
	return nil
}

// HouseAddresses returns the players of the house of all stages, each once.
func (p *Config) HouseAddresses() (addresses []string) {
	for _, s := range p.Stages {
		for _, address := range s.House {
			if !slices.Contains(addresses, address) {
				addresses = append(addresses, address)
			}
		}
	}
	return addresses
}
