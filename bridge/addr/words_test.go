package addr

import (
	"testing"

	"github.com/google/shlex"
	"github.com/stretchr/testify/require"
)

// TestWindowsWords: a path of Windows is a path, in quotes and without.
func TestWindowsWords(t *testing.T) {
	for command, want := range map[string][]string{
		`.\mybot.exe --flag`:                      {`.\mybot.exe`, "--flag"},
		`C:\Users\me\bot.exe`:                     {`C:\Users\me\bot.exe`},
		`"C:\my bots\bot.exe" -d D:\x`:            {`C:\my bots\bot.exe`, "-d", `D:\x`},
		`'C:\my bots\bot.exe' 'it"s'`:             {`C:\my bots\bot.exe`, `it"s`},
		`\\server\share\bot.exe`:                  {`\\server\share\bot.exe`},
		`bot --say "a \"b\" c" \"`:                {"bot", "--say", `a "b" c`, `"`},
		`cmd /c "don't\stop"`:                     {"cmd", "/c", `don't\stop`},
		`python C:\bots\bot.py "C:\bots\dir\\ x"`: {"python", `C:\bots\bot.py`, `C:\bots\dir\\ x`},
	} {
		words, err := shlex.Split(keepBackslashes(command))
		require.NoError(t, err, command)
		require.Equal(t, want, words, command)
	}
	_, err := shlex.Split(keepBackslashes(`"C:\dir\"`))
	require.Error(t, err)
}
