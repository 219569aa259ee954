package config

import (
	"strconv"
	"strings"
	"time"

	"github.com/loopline/loopline/internal/say"
)

// Replannable are the keys of the config that a contest may change while it goes on; those of
// a stage are written STAGE.KEY, and are of stages, or of rounds, that have not begun.
var Replannable = []string{"tables", "move-time", "wait", "STAGE.games", "STAGE.rounds", "STAGE.advance", "STAGE.start", "STAGE.until"}

// Set changes a setting of the contest.
func (p *Config) Set(key, value string) error {
	switch key {
	case "tables":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > maxTables {
			return say.Errorf("tables: %s is outside 1 to %d", value, maxTables)
		}
		p.Tables = n
		return nil
	case "move-time", "wait":
		t, err := time.ParseDuration(value)
		if err != nil || t < time.Millisecond || t > 24*time.Hour {
			return say.Errorf("%s: %s is outside %v to %v", key, value, time.Millisecond, 24*time.Hour)
		}
		if key == "wait" {
			p.Wait = Duration(t)
			return nil
		}
		if opened, err := Parse(File, p.text); err == nil && t < opened.Shortest() {
			return say.Errorf("move-time: players were started with %v, the shortest limit of the file, and %s is less; that needs a new contest", opened.Shortest(), value)
		}
		p.MoveTime = Duration(t)
		return nil
	}
	return say.Errorf("%.40q cannot be changed now; what can is %s", key, strings.Join(Replannable, ", "))
}
