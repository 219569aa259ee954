package config

import (
	"fmt"
	"time"
)

// BoardsConfig bounds what a simulated board of an entrant may cost the host. A value that is 0 or empty is
// the usual one: see DefaultBounds of sim/model.
type BoardsConfig struct {
	Clock      string   `toml:"clock"` // the fastest, such as 100MHz
	Boot       Duration `toml:"boot"`  // in simulated time
	Second     Duration `toml:"second"`
	Answer     Duration `toml:"answer"`
	AnswerWall Duration `toml:"answer-wall"`
	Game       Duration `toml:"game"`
	GameWall   Duration `toml:"game-wall"`
}

// checkBoards wants times that leave boards some, and the host the rest.
func (p *Config) checkBoards() *Error {
	b := &p.Boards
	for _, t := range []struct {
		key       string
		d         Duration
		low, high time.Duration
	}{
		{"boot", b.Boot, time.Microsecond, time.Minute}, {"second", b.Second, time.Second, time.Hour},
		{"answer", b.Answer, time.Second, 24 * time.Hour}, {"answer-wall", b.AnswerWall, time.Second, 24 * time.Hour},
		{"game", b.Game, time.Second, 24 * time.Hour}, {"game-wall", b.GameWall, time.Second, 24 * time.Hour},
	} {
		if t.d != 0 && (time.Duration(t.d) < t.low || time.Duration(t.d) > t.high) {
			return p.At("boards", 0, t.key, fmt.Sprintf("boards: %s = %v is outside %v to %v", t.key, time.Duration(t.d), t.low, t.high))
		}
	}
	return nil
}
