package throttle

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestSource(t *testing.T) {
	for address, want := range map[string]string{
		"10.0.0.1:80":          "10.0.0.1/32",
		"[::ffff:10.0.0.1]:80": "10.0.0.1/32",
		"[2001:db8::1]:80":     "2001:db8::/64",
		"[2001:db8::ffff:1]:9": "2001:db8::/64",
		"[fe80::1%eth0]:80":    "fe80::/64",
	} {
		require.Equal(t, netip.MustParsePrefix(want), Source(address), address)
	}
	for _, address := range []string{"", "pipe", "10.0.0.1", "name:80"} {
		require.Equal(t, netip.Prefix{}, Source(address), address)
	}
}

// A key has its own bucket, which fills up by the clock that it is given.
func TestTable(t *testing.T) {
	table := Table[string]{Rate: 10, Burst: 20, Most: 4}
	now := time.Unix(0, 0)
	for range 20 {
		require.True(t, table.Of("a", now).AllowN(now, 1))
	}
	require.False(t, table.Of("a", now).AllowN(now, 1))
	require.True(t, table.Of("b", now).AllowN(now, 1))
	now = now.Add(100 * time.Millisecond)
	require.True(t, table.Of("a", now).AllowN(now, 1))
	require.False(t, table.Of("a", now).AllowN(now, 1))
}

// A flood of keys takes a bounded memory, has together no more than one of them, and
// frees nobody who has spent what there was.
func TestTableIsBounded(t *testing.T) {
	table := Table[string]{Rate: 10, Burst: 20, Most: 4}
	now := time.Unix(0, 0)
	for range 20 {
		require.True(t, table.Of("spent", now).AllowN(now, 1))
	}
	allowed := 0
	for i := range 1000 {
		if table.Of(fmt.Sprint(i), now).AllowN(now, 1) {
			allowed++
		}
	}
	require.Equal(t, 4, table.Len())
	require.Equal(t, 3+20, allowed, "three have buckets of their own, the others share one")
	require.False(t, table.Of("spent", now).AllowN(now, 1))
	now = now.Add(sweepEvery)
	table.Of("another", now)
	require.Equal(t, 2, table.Len(), "full buckets are forgotten")
	for range 10 {
		require.True(t, table.Of("spent", now).AllowN(now, 1))
	}
	require.False(t, table.Of("spent", now).AllowN(now, 1), "one that is not full is kept")
}
