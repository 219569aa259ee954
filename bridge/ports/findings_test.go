package ports

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFindingsAreDocumented wants every finding in docs/hardware.md.
func TestFindingsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/hardware.md")
	require.NoError(t, err)
	for _, id := range []string{FindNoUSB, FindNothing, FindPermission, FindUSBAccess, FindLatency, FindPortProber,
		FindDriver, FindNode, FindBusy, FindDuplicateSerial, FindNoSerial, FindDescriptors, FindBoard} {
		require.Contains(t, string(text), "`"+id+"`")
	}
}
