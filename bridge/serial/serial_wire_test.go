package serial

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/addr"
)

// TestSendTime has the time of a line by the rate and the frame of its address.
func TestSendTime(t *testing.T) {
	for address, want := range map[string]time.Duration{
		"serial:/dev/ttyS0?baud=50":                     200 * time.Second,
		"serial:/dev/ttyS0?baud=110&stop=2":             100 * time.Second,
		"serial:/dev/ttyS0?baud=300":                    100 * time.Second / 3,
		"serial:/dev/ttyS0?baud=9600&parity=even":       1000 * 11 * time.Second / 9600,
		"serial:/dev/ttyS0?baud=3000000":                10 * time.Second / 3000,
		"serial:/dev/ttyS0?baud=9600&bits=7&parity=odd": 1000 * 10 * time.Second / 9600,
	} {
		a, err := addr.Parse(address)
		require.NoError(t, err)
		require.Equal(t, want, wireOf(a.Serial).sendTime(1000), address)
	}
}
