package sim

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBitOfPort: vendors' tops have buses of buttons, KEY[3:0].
func TestBitOfPort(t *testing.T) {
	_, err := ParseAddress("dir?rst=!KEY[0]")
	require.EqualError(t, err, `sim: rst=!KEY[0]: a pin is a whole port, not a bit of "KEY"; `+
		"put a small module around the board in which each pin is a port, and name it with top=")
}
