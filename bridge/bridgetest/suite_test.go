package bridgetest

import (
	"os"
	"testing"

	"github.com/loopline/loopline/internal/tier"
)

func scripts() Scripts {
	return Scripts{
		"echo": func() Script {
			s := Echo()
			s.Cheat = "cheated"
			return s
		},
		"two good": func() Script {
			s := Echo()
			s.Good = 2
			return s
		},
	}
}

func TestMain(m *testing.M) {
	Main(scripts())
	os.Exit(m.Run())
}

func TestWires(t *testing.T) {
	tier.Slow(t)
	for _, w := range Transports() {
		t.Run(w.Name, func(t *testing.T) { Run(t, w) })
	}
}
