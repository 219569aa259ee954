package web

import (
	"fmt"
	"net"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLocalhostWithoutHosts: a machine without a file of hosts has a localhost all the
// same; other names, and other failures, stay errors.
func TestLocalhostWithoutHosts(t *testing.T) {
	unresolved := fmt.Errorf("listen tcp: %w", &net.DNSError{Err: "no such host", Name: "localhost", IsNotFound: true})
	own, ok := loopbackOf("localhost:8080", unresolved)
	require.True(t, ok)
	require.Equal(t, "127.0.0.1:8080", own)
	for _, c := range []struct {
		addr string
		err  error
	}{{"host.example:8080", unresolved}, {"localhost", unresolved}, {"localhost:8080", syscall.EADDRINUSE}, {"localhost:8080", nil}} {
		_, ok := loopbackOf(c.addr, c.err)
		require.False(t, ok, c)
	}
}
