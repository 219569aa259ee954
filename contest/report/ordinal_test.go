package report

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOrdinals(t *testing.T) {
	for n, want := range map[int]string{1: "1st place", 2: "2nd place", 3: "3rd place", 4: "4th place", 11: "11th place", 12: "12th place", 13: "13th place", 21: "21st place"} {
		require.Equal(t, want, ordinal(n).String())
	}
}
