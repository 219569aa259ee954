package tournament

import (
	"os"
	"time"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/vfs"
)

// Env is the environment of a contest: files and clock. The zero Env is this machine; another one
// plays days in virtual time on a disk that fails.
type Env struct {
	Files vfs.FS           // nil is vfs.OS
	Now   func() time.Time // the wall clock of the decisions; nil is time.Now

	// Measure returns the game's own quantities of a recorded game, for every seat; nil
	// where it has none.
	Measure func(*record.Game) Measures

	// Maps makes the maps of the stages that name some or draw some, as options of the game.
	// CheckMaps compares those of a decision with the file and the seed. Nil where the game
	// has no maps.
	Maps      func(plan *config.Config, seed uint64) (map[string][]map[string]string, error)
	CheckMaps func(plan *config.Config, seed uint64, maps map[string][]map[string]string) error

	// Recorded returns the options as the record of a game for so many seats has them, where a game writes down
	// what it drew and not the seed; nil where they are the same.
	Recorded func(plan *config.Config, options map[string]string, seats int) (map[string]string, error)

	// Reseed returns the address of a match's who-th entrant in a play-off, the nth set of games after those of
	// the match: bots that have no seed get one, so that they don't repeat their games. Nil leaves them.
	Reseed func(plan *config.Config, address, match string, n, who int) string
}

// FS returns the file system: this machine's where none is set.
func (e Env) FS() vfs.FS {
	if e.Files == nil {
		return vfs.OS
	}
	return e.Files
}

// OpenRead opens a regular file to be read.
func (e Env) OpenRead(name string) (vfs.File, error) {
	if err := vfs.CheckRegular(e.FS(), name); err != nil {
		return nil, err
	}
	return e.FS().OpenFile(name, os.O_RDONLY, 0)
}
