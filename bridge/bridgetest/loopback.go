package bridgetest

import (
	"fmt"
	"net/netip"
	"os"
	"sync/atomic"
)

// loopbacks counts the addresses that this process has given away.
var loopbacks atomic.Uint32

// Loopback returns a TCP address that no program listens at until the caller does: a
// port of a loopback host that belongs to this process alone, given to one caller. It
// may be called concurrently.
//
// A port that the kernel chose and that is closed to be reopened may have gone to
// another program meanwhile.
func Loopback() string {
	n := os.Getpid()<<2 | 2 // 22 bits of a process make the last three bytes
	host := netip.AddrFrom4([4]byte{127, byte(n >> 16), byte(n >> 8), byte(n)})
	return fmt.Sprintf("%v:%d", host, 10_000+loopbacks.Add(1)%50_000)
}
