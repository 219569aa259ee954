package jobs

import (
	"bytes"
	"crypto/sha256"
	"testing"

	"github.com/stretchr/testify/require"
)

// A worker's record with an endless line is refused in words that name it.
func TestLongLineOfARecord(t *testing.T) {
	require.EqualError(t, sumRecord(sha256.New(), bytes.NewReader(bytes.Repeat([]byte("x"), maxLine+1))), "a line of the record has more than 16 MiB")
	require.NoError(t, sumRecord(sha256.New(), bytes.NewReader([]byte("{\"type\": \"answer\"}\n"))))
}
