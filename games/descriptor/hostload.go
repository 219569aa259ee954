package descriptor

import (
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/stalls"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/say"
)

// BusyHost says that more programs want the processors of this machine than it has, by its load; it is empty if
// not. Answers may then be late through no fault of their players.
func BusyHost(load float64, processors int) say.Text {
	if load <= float64(processors) {
		return say.Text{}
	}
	return say.Format("this machine has a load of %.1f on %d processors: programs wait for one, and answers may be in time by the credit for host stalls alone",
		load, processors)
}

// maxLateShare is the part of a limit by which one beat of a timer in a hundred may be late: one of so many. It is
// that of a wire.
const maxLateShare = maxWireShare

// ShortestLimit returns the shortest limit of an answer that a machine with such timers can referee: what comes
// late by itself is no more than a tenth of it, but once in a hundred times.
func ShortestLimit(l stalls.Lateness) time.Duration {
	const step = time.Millisecond
	return (maxLateShare*l.Rare + step - 1).Truncate(step)
}

// RefereeReport returns a line on how late the timers of this machine came, and lines on which games it can referee
// by that: those of the list at their own limits, and the game at the settings.
func (d *Descriptor) RefereeReport(s Settings, l stalls.Lateness, all []Descriptor) (lines []say.Text) {
	shortest := ShortestLimit(l)
	lines = append(lines, say.Format("this machine: timers come %s late, 1 in 100 by %s or more, at worst %s", humanize.Duration(l.Usual), humanize.Duration(l.Rare), humanize.Duration(l.Worst)))
	var can, cannot []say.Text
	for i := range all {
		limit := all[i].MoveLimit(Settings{})
		named := say.Format("%s (%s)", all[i].Name, humanize.Duration(limit))
		if limit >= shortest {
			can = append(can, named)
		} else {
			cannot = append(cannot, named)
		}
	}
	lines = append(lines, say.Format("it can referee limits of %s or more, and of the games, at their own limits, %s", humanize.Duration(shortest), listed(can)))
	if len(cannot) > 0 {
		lines = append(lines, say.Format("it cannot referee %s", say.Join(", ", cannot...)))
	}
	limit := d.MoveLimit(s)
	if limit >= shortest {
		return append(lines, say.Format("this contest's limit of %s: can be refereed", humanize.Duration(limit)))
	}
	return append(lines, say.Format("this contest's limit of %s: too short for this machine as it is now; end other programs, or give a longer move-time", humanize.Duration(limit)))
}

func listed(names []say.Text) say.Text {
	if len(names) == 0 {
		return say.Format("none")
	}
	return say.Join(", ", names...)
}

// MoveLimit returns the limit of a move of the game under the settings; 0 if they make no game.
func (d *Descriptor) MoveLimit(s Settings) time.Duration { return moveLimit(d.Limits(s)) }

// Limits returns the limits of the game under the settings, by the names that it gives them; nil if they make no game.
func (d *Descriptor) Limits(s Settings) map[string]time.Duration {
	seats := make([]host.Seat, len(d.Seats))
	for i, name := range d.Seats {
		seats[i] = host.Seat{Name: name, Player: &sizePlayer{}}
	}
	m, err := d.NewGame(s, seats...)
	if err != nil {
		return nil
	}
	return m.Limits
}
