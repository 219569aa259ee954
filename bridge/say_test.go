package bridge

import (
	"net"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/devices"
	"github.com/loopline/loopline/internal/say"
)

// An address that names no device says so in the reader's language.
func TestSelectionErrorIsSaid(t *testing.T) {
	absent := &devices.SelectionError{Selector: "sn=X", Problem: devices.ProblemAbsent}
	require.EqualError(t, absent, "serial:sn=X: no such device, and no serial device is plugged in")
	require.Equal(t, "serial:sn=X: デバイスがありません。シリアルデバイスは 1 つも接続されていません", say.Japanese.Say(absent))
	absent.Candidates = []devices.Port{{Device: "/dev/ttyS0"}}
	require.EqualError(t, absent, "serial:sn=X: no such device; there is serial:/dev/ttyS0 (/dev/ttyS0)")
	require.Equal(t, "serial:sn=X: デバイスがありません。今あるのは serial:/dev/ttyS0 (/dev/ttyS0)", say.Japanese.Say(absent))
}

// An address that another program holds says who does in the reader's language.
func TestAddressInUseIsSaid(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	_, err = Listen(t.Context(), "listen:"+listener.Addr().String(), Options{})
	require.ErrorContains(t, err, ": address in use")
	said := say.Japanese.Say(err)
	require.Contains(t, said, ": アドレスは使用中です")
	require.Contains(t, said, "。そのプログラムを終了するか、別のポートを使ってください: ")
}
