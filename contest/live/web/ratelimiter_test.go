package web

import (
	"net/http"
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Viewers beyond the limits are told so, and there is room again when one goes.
func TestTooManyViewers(t *testing.T) {
	g := newRateLimiter(Limits{Viewers: 3, PerAddress: 2})
	a, b := Source(&http.Request{RemoteAddr: "10.0.0.1:1"}), Source(&http.Request{RemoteAddr: "[2001:db8::1]:2"})
	for i, c := range []struct {
		who netip.Prefix
		ok  bool
	}{{a, true}, {a, true}, {a, false}, {b, true}, {b, false}} {
		_, ok := g.enter(c.who)
		require.Equal(t, c.ok, ok, i)
	}
	g.leave(a)
	_, ok := g.enter(b)
	require.True(t, ok)
	require.Equal(t, 3, g.Watching())
	require.Equal(t, b, Source(&http.Request{RemoteAddr: "[2001:db8::ffff:1]:2"}), "a network of IPv6 is one")
}

// Who asks too fast is told to wait, and may ask again later.
func TestTooManyRequests(t *testing.T) {
	now := time.Unix(0, 0)
	g := newRateLimiter(Limits{Requests: 10})
	g.Now = func() time.Time { return now }
	who, other := Source(&http.Request{RemoteAddr: "10.0.0.1:1"}), Source(&http.Request{RemoteAddr: "10.0.0.2:1"})
	for range 10 * burst {
		require.False(t, g.TooMany(who))
	}
	require.True(t, g.TooMany(who))
	require.False(t, g.TooMany(other))
	now = now.Add(time.Second)
	for range 10 {
		require.False(t, g.TooMany(who))
	}
	require.True(t, g.TooMany(who))
	for range maxDelayed {
		require.True(t, g.delay(who, 1))
	}
	require.False(t, g.delay(who, 1), "no more wait")
	for range maxDelayed {
		g.delay(who, -1)
	}
	now = now.Add(time.Hour)
	g.TooMany(other)
	require.Len(t, g.addresses, 1, "who is gone is forgotten")
}

// TestManyAddresses: the guard's memory is bounded, whoever asks, and those who come
// from more addresses than it counts share what one of them has.
func TestManyAddresses(t *testing.T) {
	now := time.Unix(0, 0)
	g := newRateLimiter(Limits{Requests: 10})
	g.Now = func() time.Time { return now }
	allowed := 0
	for n := range maxAddresses + 5000 {
		source := netip.PrefixFrom(netip.AddrFrom16([16]byte{0x20, 1, 5: byte(n >> 16), 6: byte(n >> 8), 7: byte(n)}), 64)
		if !g.TooMany(source) {
			allowed++
		}
	}
	require.Len(t, g.addresses, maxAddresses)
	require.Equal(t, maxAddresses+10*burst, allowed)
	now = now.Add(sweepEvery + time.Second)
	require.False(t, g.TooMany(netip.MustParsePrefix("10.0.0.1/32")))
	require.Len(t, g.addresses, 1)
}
