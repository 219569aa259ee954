package stalls

import (
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// Beats at the priority of players begin when the first of them is watched.
func TestBeatsAtThePriorityOfPlayers(t *testing.T) {
	d := Start()
	defer d.Close()
	n := len(usable())
	for range 2 {
		_, stop := d.Watch(Watched{Nice: 5})
		defer stop()
		require.Len(t, d.last, 2*n)
	}
	own, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		threads, err := os.ReadDir("/proc/self/task")
		require.NoError(t, err)
		lower := 0
		for _, thread := range threads {
			id, _ := strconv.Atoi(thread.Name())
			if raw, err := unix.Getpriority(unix.PRIO_PROCESS, id); err == nil && raw == max(own-5, 1) { // nice ends at 19, which is 1 here
				lower++
			}
		}
		return lower == n
	}, 10*time.Second, ms)
}
