package games

import (
	"cmp"
	"fmt"

	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/vectors"
)

// WithVectors finds a game that has golden vectors by its name.
func WithVectors(name string) (descriptor.Descriptor, error) {
	g, err := ByName(name)
	if err == nil && g.Vectors == nil {
		err = fmt.Errorf("%s has no vectors; loopline games %s says what it has", name, name)
	}
	return g, err
}

// OfVectors finds the game that a file of golden vectors names. A file that is
// none is left to who reads it.
func OfVectors(file string) (descriptor.Descriptor, error) {
	name, err := vectors.FileGame(file)
	if err != nil {
		return descriptor.Descriptor{}, err
	}
	g, err := WithVectors(cmp.Or(name, Default))
	if err != nil {
		err = fmt.Errorf("%s: %w", file, err)
	}
	return g, err
}
