package natsconn

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"
)

// Workers with keys of their own say nothing in each other's name and hear nothing of
// each other. One is added and another withdrawn while the server runs: that one is cut
// off, and the others go on.
func TestKeysOfWorkers(t *testing.T) {
	said := make(chan string, 100)
	s, keys := farm(t, ServerOptions{Listen: "127.0.0.1:0", Store: t.TempDir(), Notify: func(text string) { said <- text }}, "lab")
	require.NoError(t, MakeKeys(keys, Init{Workers: []string{"alice", "bob"}}))
	until := func(text string) {
		for line := range said {
			if strings.Contains(line, text) {
				return
			}
		}
	}
	until("have changed")
	open := func(name string, changed func(bool), problem func(string)) *nats.Conn {
		return connect(t, ConnectOptions{URL: s.URL(), Access: access(t, keys, Worker, name), OnChange: changed, Notify: problem})
	}
	lost, problems := make(chan bool, 10), make(chan string, 100)
	alice := open("alice", nil, func(text string) { problems <- text })
	bob := open("bob", func(connected bool) { lost <- !connected }, nil)
	coordinator := connect(t, ConnectOptions{Server: s, Access: access(t, keys, Coordinator, "")})
	heard := make(chan string, 10)
	_, err := coordinator.Subscribe("job.spec.take.*", func(m *nats.Msg) {
		heard <- m.Subject
		_ = m.Respond(nil)
	})
	require.NoError(t, err)
	require.NoError(t, coordinator.Flush())
	take := func(c *nats.Conn, key string) {
		_, err := c.Request("job.spec.take."+key, nil, 10*time.Second)
		require.NoError(t, err)
		require.Equal(t, "job.spec.take."+key, <-heard)
	}
	take(alice, "alice")
	take(bob, "bob")
	require.NoError(t, alice.Publish("job.spec.take.bob", nil))
	require.Contains(t, <-problems, "Permissions Violation")
	_, err = alice.Subscribe("_INBOX_worker_bob.>", func(*nats.Msg) {})
	require.NoError(t, err)
	require.Contains(t, <-problems, "Permissions Violation")
	take(alice, "alice")

	require.NoError(t, MakeKeys(keys, Init{Revoke: []string{"worker-bob"}, Workers: []string{"carol"}}))
	until("have changed")
	require.True(t, <-lost)
	take(alice, "alice")
	take(open("carol", nil, nil), "carol")
	_, err = os.Stat(AccessFile(keys, Worker, "bob"))
	require.ErrorIs(t, err, os.ErrNotExist)

	// A key of a role is made anew; one that is not there is told; broken keys change nothing.
	old := access(t, keys, Worker, "")
	require.NoError(t, MakeKeys(keys, Init{Revoke: []string{"worker"}}))
	require.NotEqual(t, old.Seed, access(t, keys, Worker, "").Seed)
	require.ErrorContains(t, MakeKeys(keys, Init{Revoke: []string{"worker-bob"}}), "there is no key \"worker-bob\"")
	require.ErrorContains(t, MakeKeys(keys, Init{Workers: []string{"worker"}}), "belongs to a role")
	require.NoError(t, os.WriteFile(keys+"/"+usersFile, []byte("{"), 0o600))
	until("goes on with those of before")
	take(alice, "alice")
}
