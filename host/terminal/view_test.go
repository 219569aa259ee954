package terminal_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/terminal"
)

func TestPlayerName(t *testing.T) {
	for _, c := range []struct{ address, gave, want string }{
		{"室蘭工業高校", "memuro", "室蘭工業高校"},
		{"listen:0.0.0.0:2009?allow=10.0.0.0/8", "memuro", "memuro"},
		{"listen:2009", "", "listen:2009"},
		{"bot:greedy?seed=7", "LL", "bot:greedy"},
		{"bot", "LL", "bot"},
		{"", "COOL", "COOL"},
	} {
		require.Equal(t, c.want, terminal.PlayerName(c.address, c.gave))
	}
}
