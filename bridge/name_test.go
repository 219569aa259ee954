package bridge_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/addr"
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
		a, err := addr.Parse(named)
		require.NoError(t, err, named)
		b, err := addr.Parse(plain)
		require.NoError(t, err, plain)
		require.Equal(t, a.Title, addr.DisplayName(named))
		require.Equal(t, plain, addr.DisplayName(plain))
		again, err := addr.Parse(a.String())
		require.NoError(t, err, a.String())
		require.Equal(t, a, again)
		a.Title = ""
		require.Equal(t, b, a)
	}
	require.Equal(t, "api:8880", addr.DisplayName("api:8880?token=secret"))
	require.Equal(t, "alpha", addr.DisplayName("api:8880?token=secret&name=alpha"))
	for _, wrong := range []string{"bot?name=", "bot?name=a&name=b", "bot?name=" + strings.Repeat("x", 65), "bot?name=\u202e", "bot?name=\x1b"} {
		_, err := addr.Parse(wrong)
		require.Error(t, err, "%q", wrong)
		require.Equal(t, wrong, addr.DisplayName(wrong))
	}
	_, err := addr.Parse("exec:./mybot x?name=a b")
	require.NoError(t, err, "that is the program's")
}
