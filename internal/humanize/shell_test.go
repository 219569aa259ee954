package humanize

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWindowsWord: words as programs on Windows take a command line apart, where a
// backslash is itself but before a quote.
func TestWindowsWord(t *testing.T) {
	for text, want := range map[string]string{
		`C:\Users\me`:        `C:\Users\me`,
		`C:\my bots\one.exe`: `"C:\my bots\one.exe"`,
		`my bots\`:           `"my bots\\"`,
		`rtl?top=a&clk=1e6`:  `"rtl?top=a&clk=1e6"`,
		`exec:.\bot "a b"`:   `"exec:.\bot \"a b\""`,
		`a b\"`:              `"a b\\\""`,
		`@0/`:                `"@0/"`,
		``:                   `""`,
		`COM3`:               `COM3`,
	} {
		require.Equal(t, want, word("windows", text))
	}
	require.Equal(t, `'C:\Users\me'`, word("linux", `C:\Users\me`))
}
