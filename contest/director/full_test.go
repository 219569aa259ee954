package director

import (
	"errors"
	"fmt"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/filelock"
	"github.com/loopline/loopline/internal/vfs"
)

// A full disk is reported once a minute, however many writers wait for it, a locked file more often.
func TestHowOftenWaitsAreReported(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{&vfs.FullError{File: "records/a.jsonl", Err: syscall.ENOSPC}, 10},
		{fmt.Errorf("decisions.jsonl: %w", filelock.ErrHeld), 60},
		{errors.New("another"), 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			said := 0
			d := &Director{Say: func(string) { said++ }}
			for range 600 {
				for range 3 {
					require.Equal(t, c.want > 0, d.waits(c.err))
				}
				time.Sleep(time.Second)
			}
			require.Equal(t, c.want, said, c.err)
		})
	}
}
