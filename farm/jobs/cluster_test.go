package jobs

import (
	"context"
	"fmt"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/farm/natsconn"
)

// ports are free ports of loopback.
func ports(t *testing.T, n int) (all []string) {
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		defer l.Close()
		all = append(all, l.Addr().String())
	}
	return all
}

// cluster starts three servers that keep the same.
func cluster(t *testing.T) (servers []*natsconn.Server, options []natsconn.ServerOptions, url string) {
	keys := filepath.Join(t.TempDir(), "keys")
	require.NoError(t, natsconn.MakeKeys(keys, natsconn.Init{}))
	routes, clients := ports(t, 3), ports(t, 3)
	errs := make(chan error, 3)
	servers = make([]*natsconn.Server, 3)
	for i := range 3 {
		o := natsconn.ServerOptions{Keys: keys, Store: t.TempDir(), Listen: clients[i], Cluster: &natsconn.ClusterOptions{
			Server: fmt.Sprintf("n%d", i), Listen: routes[i], Peers: []string{routes[(i+1)%3], routes[(i+2)%3]},
		}}
		options = append(options, o)
		url += ",tls://" + clients[i]
		go func() {
			var err error
			servers[i], err = natsconn.StartServer(o)
			errs <- err
		}()
	}
	for range 3 {
		require.NoError(t, <-errs)
	}
	t.Cleanup(func() {
		for _, s := range servers {
			s.Stop()
		}
	})
	_, err := natsconn.Wait(t.Context(), (*natsconn.Server).LeadsJetStream, servers...)
	require.NoError(t, err)
	return servers, options, url[1:]
}

// A cluster of three loses a server; when that is back it loses the one that
// leads: the work goes on, and nothing is lost.
func TestClusterLosesServers(t *testing.T) {
	servers, options, url := cluster(t)
	connect := func(r natsconn.Role) *nats.Conn {
		access, err := natsconn.ReadAccess(natsconn.AccessFile(options[0].Keys, r, ""))
		require.NoError(t, err)
		c, err := natsconn.Connect(t.Context(), natsconn.ConnectOptions{URL: url, Access: access})
		require.NoError(t, err)
		t.Cleanup(c.Close)
		return c
	}
	s := newSpec(t, 60, "deterministic = true\nlease = \"2s\"")
	checked := make(chan int, 1000)
	c := &Coordinator{Spec: s, Conn: connect(natsconn.Coordinator), Replicas: 3, Check: func(_ context.Context, number int, _ []byte) error {
		checked <- number
		return nil
	}}
	done := make(chan error, 1)
	go func() {
		_, err := c.Run(t.Context())
		done <- err
	}()
	for n := range 2 {
		w := &Worker{Conn: connect(natsconn.Worker), Name: fmt.Sprintf("worker-%d", n), Programs: s.Programs(), ExitWhenDone: true}
		w.do = func(ctx context.Context, _ string, j *Job) ([]byte, error) {
			text, _ := usual(ctx, j)
			return pack(strings.NewReader(text))
		}
		ended := make(chan struct{})
		working, stop := context.WithCancel(t.Context())
		go func() {
			defer close(ended)
			_ = w.Run(working)
		}()
		t.Cleanup(func() { stop(); <-ended })
	}
	ten := func() {
		for range 10 {
			select {
			case <-checked:
			case err := <-done:
				require.NoError(t, err)
				done <- err // all are done, and were checked
				<-checked
			}
		}
	}
	ten()
	lose := func(what string, is func(*natsconn.Server) bool) int {
		lost, err := natsconn.Wait(t.Context(), is, servers...)
		require.NoError(t, err)
		start := time.Now()
		lost.Stop()
		ten()
		t.Logf("%s was lost: ten results came within %v", what, time.Since(start).Round(time.Millisecond))
		return slices.Index(servers, lost)
	}
	i := lose("a server", func(s *natsconn.Server) bool { return !s.LeadsJetStream() })
	var err error
	servers[i], err = natsconn.StartServer(options[i])
	require.NoError(t, err)
	_, err = natsconn.Wait(t.Context(), (*natsconn.Server).Current, servers[i])
	require.NoError(t, err)
	lose("the one that leads", (*natsconn.Server).LeadsJetStream)
	require.NoError(t, <-done)
	r := &running{Coordinator: c}
	require.Equal(t, wanted(s), r.results(t))
}
