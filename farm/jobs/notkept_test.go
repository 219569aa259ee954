package jobs

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// While results cannot be kept workers send theirs again and again; the user reads of it once a minute.
func TestNotKeptIsSaidOnceAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var said []string
		c := &Coordinator{began: time.Now(), Say: func(text string) { said = append(said, text) }}
		for n := range 180 {
			c.sayNotKept(&request{Number: n}, errors.New("the disk is full"))
			time.Sleep(500 * time.Millisecond)
		}
		require.Equal(t, []string{
			"job 0: the disk is full; its worker sends it again, as do others",
			"job 120: the disk is full; its worker sends it again, as do others",
		}, said)
	})
}
