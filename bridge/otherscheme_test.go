package bridge

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/addr"
)

func TestOpenLeavesOtherSchemesToOthers(t *testing.T) {
	for _, text := range []string{"bot:greedy", "sim:reference", "human"} {
		_, err := Open(t.Context(), text, Options{})
		var other *addr.OtherSchemeError
		require.ErrorAs(t, err, &other)
		require.Equal(t, text, other.Address.String())
	}
}
