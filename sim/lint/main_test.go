package lint

import (
	"testing"

	"github.com/loopline/loopline/internal/tier"
)

func TestMain(m *testing.M) {
	tier.AllSlow()
	m.Run()
}
