package bridge_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge"
)

// Every address can give its player a name, and is otherwise what it was.
func TestNameOption(t *testing.T) {
	for named, plain := range map[string]string{
		"bot?name=alpha":                           "bot",
		"human?name=Ann Other":                     "human",
		"bot:search?depth=3&name=alpha":            "bot:search?depth=3",
		"sim:reference?name=Brett&clk=12e6":        "sim:reference?clk=12e6",
		"tcp:localhost:10001?name=a":               "tcp:localhost:10001",
		"serial:/dev/ttyUSB0?name=ö&baud=9600":     "serial:/dev/ttyUSB0?baud=9600",
		"exec:./mybot --flag?name=alpha":           "exec:./mybot --flag",
		"exec:./mybot --url x?y=1?net=1&name=beta": "exec:./mybot --url x?y=1?net=1",
	} {
		a, err := bridge.ParseAddress(named)
		require.NoError(t, err, named)
		b, err := bridge.ParseAddress(plain)
		require.NoError(t, err, plain)
		require.Equal(t, a.Title, bridge.DisplayName(named))
		require.Equal(t, plain, bridge.DisplayName(plain))
		again, err := bridge.ParseAddress(a.String())
		require.NoError(t, err, a.String())
		require.Equal(t, a, again)
		a.Title = ""
		require.Equal(t, b, a)
	}
	require.Equal(t, "api:8880", bridge.DisplayName("api:8880?token=secret"))
	require.Equal(t, "alpha", bridge.DisplayName("api:8880?token=secret&name=alpha"))
	for _, wrong := range []string{"bot?name=", "bot?name=a&name=b", "bot?name=" + strings.Repeat("x", 65), "bot?name=\u202e", "bot?name=\x1b"} {
		_, err := bridge.ParseAddress(wrong)
		require.Error(t, err, "%q", wrong)
		require.Equal(t, wrong, bridge.DisplayName(wrong))
	}
	_, err := bridge.ParseAddress("exec:./mybot x?name=a b")
	require.NoError(t, err, "that is the program's")
}
