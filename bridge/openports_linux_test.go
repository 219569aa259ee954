package bridge

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/creack/pty"
	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/devices"
	"github.com/loopline/loopline/bridge/devices/devicestest"
	"github.com/loopline/loopline/bridge/usb"
)

func TestSelectionListsCandidates(t *testing.T) {
	m := devicestest.TwoBoards(t)
	for target, words := range map[string][]string{
		"sn=FT4X2DEF":   {"several", "serial:sn=FT4X2DEF#A (/dev/ttyUSB1)", "#B"},
		"sn=NONE":       {"no such device", "sn=FT4X1ABC#B", "/dev/ttyS0"},
		"sn=FT4X1ABC#A": {"no such device", "sn=FT4X1ABC#B"},
		"path=9-9":      {"no such device", "path=1-1.3#A"},
		"by-id/none":    {"no such device", "sn=FT4X1ABC#B"},
	} {
		_, err := Open(t.Context(), "serial:"+target, Options{Root: m.Root})
		var selection *devices.SelectionError
		require.ErrorAs(t, err, &selection, target)
		require.ErrorIs(t, err, os.ErrNotExist)
		for _, word := range words {
			require.ErrorContains(t, err, word)
		}
	}
	_, err := Open(t.Context(), "serial:sn=X", Options{Root: devicestest.New(t).Root})
	require.ErrorContains(t, err, "no serial device is plugged in")
}

func TestOpenBySerialNumber(t *testing.T) {
	m := devicestest.TwoBoards(t)
	master, slave, err := pty.Open()
	require.NoError(t, err)
	defer master.Close()
	defer slave.Close()
	node := filepath.Join(m.Root, "dev/ttyUSB0")
	require.NoError(t, os.Remove(node))
	require.NoError(t, os.Symlink(slave.Name(), node))
	conn, err := Open(t.Context(), "serial:sn=FT4X1ABC#B", Options{Root: m.Root})
	require.NoError(t, err)
	defer conn.Close()
	_, err = conn.Write([]byte("here"))
	require.NoError(t, err)
	got := make([]byte, 4)
	_, err = master.Read(got)
	require.NoError(t, err)
	require.Equal(t, "here", string(got))
}

func TestOpenWithoutUSB(t *testing.T) {
	_, err := Open(t.Context(), "usb:0403:6010", Options{Root: devicestest.New(t).Root})
	require.ErrorIs(t, err, usb.ErrNoUSB)
}
