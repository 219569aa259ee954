package games

import "github.com/loopline/loopline/internal/say"

// words are the names of a game's seats and reasons in other languages: lines of the
// catalogue whose names begin with it.
type words string

// Name implements live.Namer.
func (w words) Name(name string) say.Text { return say.Named(string(w)+"."+name, name) }
