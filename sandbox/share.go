package sandbox

import (
	"fmt"

	"github.com/loopline/loopline/internal/rangecheck"
)

// defaultSeats is the number of simultaneous players, unless Seats sets it.
const defaultSeats = 2

// Seats sets the number of simultaneous players, who share the memory of the host. Call
// it before the first of them starts.
func (i *Isolation) Seats(n int) { i.seats = n }

// Apart reports whether the system shares the processors out between the programs that it starts, so that
// none can take those of another: by control groups. Programs in mode None are believed not to.
func (i *Isolation) Apart() bool {
	_ = i.Unavailable() // finds the places of groups
	return i.mode == None || !i.groupless && i.cgroups.weighs()
}

// PlayerMemory returns the Total of a player without a limit of its own: the constant
// PlayerMemory, or less where all players at once would have more than three quarters
// of the memory that the host may use, of the machine or of its control group. There
// one player's memory would have the system end another. It reports a lower limit once.
func (i *Isolation) PlayerMemory() int64 {
	_ = i.Unavailable() // finds the places of groups
	room := i.cgroups.room()
	share := memoryShare(room, i.seats)
	if share < PlayerMemory && i.say != nil {
		i.share.Do(func() {
			i.say(fmt.Sprintf("players have %s of memory each: this host may use %s in all; --memory sets another limit",
				rangecheck.FormatSize(share), rangecheck.FormatSize(room)))
		})
	}
	return share
}

// memoryShare returns each player's share of the host's memory; room 0 means unknown.
func memoryShare(room int64, seats int) int64 {
	if seats < 1 {
		seats = defaultSeats
	}
	if room <= 0 {
		return PlayerMemory
	}
	whole := room / 4 * 3 / int64(seats)
	return min(PlayerMemory, max(whole>>20<<20, 1<<20))
}
