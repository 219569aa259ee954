package games

import (
	"cmp"
	"fmt"

	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/vectors"
)

// WithVectors finds a game that has golden vectors by its name.
func WithVectors(name string) (Descriptor, error) {
	g, err := ByName(name)
	if err == nil && g.Vectors == nil {
		err = fmt.Errorf("%s has no vectors; loopline games %s says what it has", name, name)
	}
	return g, err
}

// OfVectors finds the game that a file of golden vectors names. A file that is
// none is left to who reads it.
func OfVectors(file string) (Descriptor, error) {
	name, err := vectors.FileGame(file)
	if err != nil {
		return Descriptor{}, err
	}
	g, err := WithVectors(cmp.Or(name, Default))
	if err != nil {
		err = fmt.Errorf("%s: %w", file, err)
	}
	return g, err
}

// Design finds the RTL of a simulated board: the reference board of the game in a
// source, or what a directory has, which is other then.
func (g *Descriptor) Design(a sim.Address, source sim.Source) (sim.BoardConfig, error) {
	switch {
	case a.Dir != "":
		a.Board.Source = source
		return a.Board, nil
	case g.Board == nil:
		return a.Board, fmt.Errorf("there is no reference board for %s; name the directory of one, sim:DIR", g.Name)
	}
	return g.Board(a.Board, source), nil
}
