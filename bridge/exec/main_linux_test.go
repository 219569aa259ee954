package exec_test

import (
	"os"
	"testing"

	"github.com/loopline/loopline/bridge/bridgetest"
)

func TestMain(m *testing.M) {
	bridgetest.Main(bridgetest.Scripts{"echo": bridgetest.Echo})
	os.Exit(m.Run())
}
