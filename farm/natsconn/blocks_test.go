package natsconn

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
)

// filledStore is a store with as many messages, of which each has its number in its subject
// and body, and the file of its only block.
func filledStore(t *testing.T, messages int) (o ServerOptions, block string) {
	o = ServerOptions{Keys: filepath.Join(t.TempDir(), "keys"), Store: t.TempDir()}
	require.NoError(t, MakeKeys(o.Keys, Init{}))
	onServer(t, o, func(js jetstream.JetStream) {
		_, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "s", Subjects: []string{"s.*"}, Storage: jetstream.FileStorage})
		require.NoError(t, err)
		for n := range messages {
			m := &nats.Msg{Subject: fmt.Sprintf("s.%d", n), Data: fmt.Appendf(nil, "body %d", n), Header: nats.Header{"Who": {"somebody"}}}
			_, err := js.PublishMsg(t.Context(), m)
			require.NoError(t, err)
		}
	})
	require.NoError(t, filepath.WalkDir(o.Store, func(name string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".blk") {
			block = name
		}
		return err
	}))
	require.NotEmpty(t, block)
	return o, block
}

// onServer does something at a server with a store, as long as it runs.
func onServer(t *testing.T, o ServerOptions, do func(js jetstream.JetStream)) {
	t.Helper()
	s, err := StartServer(o)
	require.NoError(t, err)
	defer s.Stop()
	access, err := ReadAccess(AccessFile(o.Keys, Coordinator, ""))
	require.NoError(t, err)
	conn, err := Connect(t.Context(), ConnectOptions{Server: s, Access: access})
	require.NoError(t, err)
	defer conn.Close()
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	do(js)
}

// A bit that is flipped anywhere in a block is found, and costs one message: its sequence
// too, which the server itself would believe and count to.
func TestEachByteOfABlock(t *testing.T) {
	const messages = 5
	_, name := filledStore(t, messages)
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	b, err := newBlock("s", 1, text)
	require.NoError(t, err)
	whole, damaged := b.spans()
	require.Len(t, whole, messages)
	require.Empty(t, damaged)
	for at := range text {
		for bit := range 8 {
			b.text = slices.Clone(text)
			b.text[at] ^= 1 << bit
			left, damaged := b.spans()
			require.Len(t, damaged, 1, "byte %d, bit %d", at, bit)
			require.Len(t, left, messages-1, "byte %d, bit %d", at, bit)
			require.True(t, damaged[0].from <= at && at < damaged[0].to)
			for _, s := range left {
				require.Contains(t, whole, s)
			}
		}
	}
	for size := range text {
		b.text = text[:size]
		left, damaged := b.spans()
		require.LessOrEqual(t, len(damaged), 1)
		for _, s := range left {
			require.Contains(t, whole, s)
		}
	}
}

// A server opens a store that was damaged without what is damaged, says so, and has set
// aside the block as it was.
func TestDamagedStore(t *testing.T) {
	o, name := filledStore(t, 5)
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	b, err := newBlock("s", 1, text)
	require.NoError(t, err)
	whole, _ := b.spans()
	second := whole[1]
	damaged := slices.Clone(text)
	damaged[second.from+recordLength+7] ^= 0x20 // of its sequence, the highest byte
	require.NoError(t, os.WriteFile(name, damaged, 0o600))
	var said []string
	o.Notify = func(text string) { said = append(said, text) }
	onServer(t, o, func(js jetstream.JetStream) {
		stream, err := js.Stream(t.Context(), "s")
		require.NoError(t, err)
		for n := range 5 {
			m, err := stream.GetLastMsgForSubject(t.Context(), fmt.Sprintf("s.%d", n))
			if n == 1 {
				require.ErrorIs(t, err, jetstream.ErrMsgNotFound)
				continue
			}
			require.NoError(t, err)
			require.Equal(t, fmt.Sprintf("body %d", n), string(m.Data))
		}
		_, err = js.Publish(t.Context(), "s.1", []byte("again"))
		require.NoError(t, err)
	})
	aside := strings.Replace(name, o.Store, filepath.Join(o.Store, asideFolder, "1"), 1)
	require.Contains(t, strings.Join(said, "\n"), fmt.Sprintf(`%s, of "s.1", is damaged, or was cut short, at byte %d: it is set aside as %s`, name, second.from, aside))
	kept, err := os.ReadFile(aside)
	require.NoError(t, err)
	require.Equal(t, damaged, kept)

	said = nil // once
	onServer(t, o, func(jetstream.JetStream) {})
	require.NotContains(t, strings.Join(said, "\n"), asideFolder)
}

// A server of a cluster does not open a store that is damaged: it would be another than
// those of the others.
func TestDamagedStoreOfACluster(t *testing.T) {
	o, name := filledStore(t, 2)
	require.NoError(t, os.Truncate(name, 50))
	o.Cluster = &ClusterOptions{Server: "n0", Listen: "127.0.0.1:0"}
	_, err := StartServer(o)
	require.ErrorContains(t, err, name)
	require.ErrorContains(t, err, "move "+o.Store+" away and start this server again")
}

// What lies in a store and is no block is nobody's business.
func TestForeignFiles(t *testing.T) {
	o := ServerOptions{Store: t.TempDir()}
	for _, name := range []string{"1.blk", "s/msgs/x.blk", "s/msgs/1.blk.tmp", asideFolder + "/1/s/msgs/1.blk"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(o.Store, name)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(o.Store, name), []byte("x"), 0o600))
	}
	require.NoError(t, os.Mkdir(filepath.Join(o.Store, "s", "msgs", "2.blk"), 0o700))
	require.NoError(t, o.repairStore())
	_, err := os.Lstat(filepath.Join(o.Store, asideFolder, "2"))
	require.True(t, errors.Is(err, fs.ErrNotExist))
}
