package natsconn

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
)

// A store whose disk was full is opened again when there is room: connections stay, and
// so does what was kept. TestFullDisk of farm/jobs has a disk that is.
func TestStoreOpensAgain(t *testing.T) {
	said := make(chan string, 100)
	s, keys := farm(t, ServerOptions{Store: t.TempDir(), MinFree: 1 << 20, Notify: func(text string) { said <- text }})
	js, err := jetstream.New(connect(t, ConnectOptions{Server: s, Access: access(t, keys, Coordinator, "")}))
	require.NoError(t, err)
	stream, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "s", Subjects: []string{"kept.*"}})
	require.NoError(t, err)
	_, err = js.Publish(t.Context(), "kept.1", []byte("one"))
	require.NoError(t, err)
	(&log{full: s.full}).Errorf("write %s: %s", "x", "no space left on device")
	want := []string{"the disk of the store", "takes results again"}
	for text := range said {
		if strings.Contains(text, want[0]) {
			if want = want[1:]; len(want) == 0 {
				break
			}
		}
	}
	_, err = js.Publish(t.Context(), "kept.2", []byte("two"), jetstream.WithRetryAttempts(100), jetstream.WithRetryWait(50*time.Millisecond))
	require.NoError(t, err)
	for n, body := range map[string]string{"1": "one", "2": "two"} {
		m, err := stream.GetLastMsgForSubject(t.Context(), "kept."+n)
		require.NoError(t, err)
		require.Equal(t, body, string(m.Data))
	}
}

// Room is what can be written, and looking for it leaves nothing behind.
func TestHasRoom(t *testing.T) {
	dir := t.TempDir()
	require.True(t, hasSpace(dir, 1<<20))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left)
	require.False(t, hasSpace(filepath.Join(dir, "none"), 1))
}

// A full disk is reported once a minute, whatever else the server says as often as it happens.
func TestFullIsSaidOnceAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		said := 0
		l := &log{say: func(string) { said++ }, full: make(chan struct{}, 1)}
		for range 180 { // a minute and a half
			l.Errorf("write %s: no space left on device", "x")
			time.Sleep(500 * time.Millisecond)
		}
		require.Equal(t, 2, said)
		l.Errorf("something else")
		l.Warnf("something else")
		require.Equal(t, 4, said)
		require.Len(t, l.full, 1, "the store is watched")
	})
}
