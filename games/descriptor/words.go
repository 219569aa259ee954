package descriptor

import (
	"github.com/loopline/loopline/internal/say"
)

// Words are the names of a game's seats and reasons in other languages: lines of the
// catalogue whose names begin with it.
type Words string

// Name implements live.Namer.
func (w Words) Name(name string) say.Text { return say.Named(string(w)+"."+name, name) }
