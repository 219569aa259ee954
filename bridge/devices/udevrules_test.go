package devices

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every board that has a product of its own is in the rules, each once.
func TestRules(t *testing.T) {
	text := UdevRules()
	for _, b := range knownBoards() {
		if b.product != "" {
			require.Regexp(t, "^[0-9a-f]{4}$", b.vendor)
			require.Regexp(t, "^[0-9a-f]{4}$", b.product)
			rule := `SUBSYSTEM=="usb", ATTR{idVendor}=="` + b.vendor + `", ATTR{idProduct}=="` + b.product + `"`
			require.Equal(t, 1, strings.Count(text, rule), b.name)
		}
	}
	require.True(t, strings.HasSuffix(text, "LABEL=\"loopline_end\"\n"))
}
