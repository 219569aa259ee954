//go:build linux

package qemutest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/qemutest"
)

// TestPrepare loads boards before a match: by a programmer that fails twice and then works, that
// lies, that hangs, and one after which the board is there under another node.
func TestPrepare(t *testing.T) {
	b := newBench(t)
	b.join(t, b.plug(t, qemutest.Adapter{ID: "load", Serial: "SNload", Port: "2"}))
	device := b.tty(t, "SNload")
	for _, address := range []string{"serial:" + device, "usb:0403:6001?sn=SNload"} {
		sign := "?"
		if address[0] == 'u' {
			sign = "&"
		}
		file := "/tmp/tries-" + address[:3]
		r := b.play(t, 0, address+sign+"prepare=/bin/programmer twice "+file+"&reset=dtr&retries=2", "bot:random", "--record", file+".jsonl")
		require.Regexp(t, `wins by (loop|line)|draw`, r.Stdout)
		wants(t, r.Stderr, "trying again")
		b.run(t, 0, "verify", file+".jsonl")
		r = b.play(t, 1, address+sign+"prepare=/bin/programmer twice "+file+"-more&retries=1", "bot:random")
		wants(t, r.Stderr, "is not prepared (prepare, 2 tries)", "it printed: try 2: no cable")
	}

	// The board is away while the programmer runs, another takes its node, and it comes back.
	p := b.start(t, 0, playArgs("serial:"+device+"?prepare=/bin/programmer waits /tmp/go", "bot:random")...)
	b.programmer(t, "waits", "/tmp/go.awaited")
	require.NoError(t, b.Unplug("load"))
	awaitGone(t, b.context(t), b, "SNload")
	b.plug(t, qemutest.Adapter{ID: "other", Serial: "SNother", Port: "3"})
	require.Equal(t, device, b.tty(t, "SNother"))
	b.join(t, b.plug(t, qemutest.Adapter{ID: "again", Serial: "SNload", Port: "2"}))
	require.NotEqual(t, device, b.tty(t, "SNload"))
	b.programmer(t, "makes", "/tmp/go")
	r, err := p.Wait(b.context(t))
	require.NoError(t, err)
	require.Zero(t, r.Status, r.Stderr)
	require.Regexp(t, `wins by (loop|line)|draw`, r.Stdout)

	// A programmer says that it has loaded a board, and that one is mute.
	r, err = b.Run(b.context(t), "loopline", "play", "--white", "serial:sn=SNother?prepare=/bin/programmer lies", "--red", "bot:random", "--handshake", "1s")
	require.NoError(t, err)
	require.Equal(t, 1, r.Status, r.Stderr)
	wants(t, r.Stderr, "is not prepared (self-test, 1 try)", `does not answer "-T"`)

	// A programmer hangs: it is ended after a minute, and the board can be loaded again.
	hung := "serial:sn=SNload?prepare=/bin/programmer "
	r = b.play(t, 1, hung+"hangs", "bot:random")
	wants(t, r.Stderr, "is not prepared (prepare, 1 try)", "has not ended within 1m0s", "it printed: erasing")
	r = b.play(t, 0, hung+"waits /tmp/go", "bot:random")
	require.Regexp(t, `wins by (loop|line)|draw`, r.Stdout)
}

// programmer runs the programmer in the guest.
func (b *bench) programmer(t *testing.T, args ...string) {
	t.Helper()
	r, err := b.Run(b.context(t), append([]string{"programmer"}, args...)...)
	require.NoError(t, err)
	require.Zero(t, r.Status, r.Stderr)
}
