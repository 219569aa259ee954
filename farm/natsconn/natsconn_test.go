package natsconn

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
)

// farm starts a server with keys, and returns the folder of keys.
func farm(t *testing.T, o ServerOptions, agents ...string) (*Server, string) {
	t.Helper()
	if o.Keys == "" {
		o.Keys = filepath.Join(t.TempDir(), "keys")
		require.NoError(t, MakeKeys(o.Keys, Init{Agents: agents}))
	}
	s, err := StartServer(o)
	require.NoError(t, err)
	t.Cleanup(s.Stop)
	return s, o.Keys
}

func access(t *testing.T, keys string, r Role, name string) *Access {
	t.Helper()
	a, err := ReadAccess(AccessFile(keys, r, name))
	require.NoError(t, err)
	return a
}

func connect(t *testing.T, o ConnectOptions) *nats.Conn {
	t.Helper()
	c, err := Connect(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(c.Close)
	return c
}

// An answer comes over TLS and inside the program, and accounts hear nothing of
// each other.
func TestRolesAreSeparate(t *testing.T) {
	s, keys := farm(t, ServerOptions{Listen: "127.0.0.1:0"}, "lab", "other")
	coordinator := connect(t, ConnectOptions{Server: s, Access: access(t, keys, Coordinator, "")})
	worker := connect(t, ConnectOptions{URL: s.URL(), Access: access(t, keys, Worker, "")})
	asked := make(chan string, 8)
	_, err := coordinator.Subscribe("job.find", func(m *nats.Msg) {
		asked <- string(m.Data)
		_ = m.Respond([]byte("here"))
	})
	require.NoError(t, err)
	require.NoError(t, coordinator.Flush())
	answer, err := worker.Request("job.find", []byte("worker"), 10*time.Second)
	require.NoError(t, err)
	require.Equal(t, "here", string(answer.Data))

	agent := connect(t, ConnectOptions{URL: s.URL(), Access: access(t, keys, Agent, "lab")})
	require.NoError(t, agent.Publish("job.find", []byte("agent")))
	require.NoError(t, agent.Flush())
	host := connect(t, ConnectOptions{Server: s, Access: access(t, keys, Host, "")})
	heard := make(chan string, 8)
	_, err = host.Subscribe("board.>", func(m *nats.Msg) { heard <- m.Subject })
	require.NoError(t, err)
	require.NoError(t, host.Flush())
	require.NoError(t, agent.Publish("board.other.lines", nil)) // another's board
	require.NoError(t, agent.Publish("board.lab.lines", nil))
	require.Equal(t, "board.lab.lines", <-heard)
	require.NoError(t, coordinator.Flush())
	require.Equal(t, "worker", <-asked)
	require.Empty(t, asked)
}

// A worker reads and writes nothing of what is kept.
func TestWorkersKeepOut(t *testing.T) {
	s, keys := farm(t, ServerOptions{Store: t.TempDir()})
	coordinator := connect(t, ConnectOptions{Server: s, Access: access(t, keys, Coordinator, "")})
	js, err := jetstream.New(coordinator)
	require.NoError(t, err)
	stream, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "results", Subjects: []string{"result.>"}})
	require.NoError(t, err)
	worker := connect(t, ConnectOptions{Server: s, Access: access(t, keys, Worker, "")})
	require.NoError(t, worker.Publish("result.forged", []byte("mine")))
	require.NoError(t, worker.Flush())
	_, err = js.Publish(t.Context(), "result.true", []byte("theirs"))
	require.NoError(t, err)
	info, err := stream.Info(t.Context())
	require.NoError(t, err)
	require.Equal(t, uint64(1), info.State.Msgs)
}

// What was kept is there after the server was started again, and a store is of
// one server.
func TestStoreIsOfOneServer(t *testing.T) {
	o := ServerOptions{Store: t.TempDir()}
	s, keys := farm(t, o)
	o.Keys = keys
	_, err := StartServer(o)
	require.ErrorContains(t, err, "one store is of one server")
	keep := func(s *Server) jetstream.Stream {
		js, err := jetstream.New(connect(t, ConnectOptions{Server: s, Access: access(t, keys, Coordinator, "")}))
		require.NoError(t, err)
		stream, err := js.CreateOrUpdateStream(t.Context(), jetstream.StreamConfig{Name: "results", Subjects: []string{"result.>"}})
		require.NoError(t, err)
		return stream
	}
	keep(s)
	js, err := jetstream.New(connect(t, ConnectOptions{Server: s, Access: access(t, keys, Coordinator, "")}))
	require.NoError(t, err)
	_, err = js.Publish(t.Context(), "result.one", []byte("kept"))
	require.NoError(t, err)
	s.Stop()
	again, _ := farm(t, o)
	m, err := keep(again).GetLastMsgForSubject(t.Context(), "result.one")
	require.NoError(t, err)
	require.Equal(t, "kept", string(m.Data))
}

// Each way not to connect says what to do.
func TestConnectErrors(t *testing.T) {
	s, keys := farm(t, ServerOptions{Listen: "127.0.0.1:0"})
	other := t.TempDir()
	require.NoError(t, MakeKeys(other, Init{}))
	stranger := access(t, other, Worker, "")
	here := access(t, keys, Worker, "")
	cases := map[string]ConnectOptions{
		"another farm":       {URL: s.URL(), Access: stranger},
		"knows no worker":    {URL: s.URL(), Access: &Access{Role: Worker, Seed: stranger.Seed, Authority: here.Authority}},
		"no server answers":  {URL: "tls://127.0.0.1:1", Access: here},
		"there is no access": {URL: s.URL()},
	}
	for want, o := range cases {
		_, err := Connect(t.Context(), o)
		require.ErrorContains(t, err, want)
	}
}

// A certificate that has expired, and a clock before it began, are told where the
// server starts; new keys leave everybody's access as it was.
func TestExpiredCertificate(t *testing.T) {
	keys := t.TempDir()
	require.NoError(t, MakeKeys(keys, Init{Now: time.Now().AddDate(-serverYears-1, 0, 0)}))
	before := access(t, keys, Worker, "")
	o := ServerOptions{Keys: keys, Listen: "127.0.0.1:0"}
	_, err := StartServer(o)
	require.ErrorContains(t, err, "expired at")
	require.NoError(t, MakeKeys(keys, Init{Now: time.Now().AddDate(1, 0, 0)}))
	_, err = StartServer(o)
	require.ErrorContains(t, err, "set the clock")
	require.NoError(t, MakeKeys(keys, Init{Now: time.Now().Add(time.Hour), Hosts: []string{"lab.example", "10.0.0.1"}}))
	s, _ := farm(t, o) // made by a clock an hour ahead
	connect(t, ConnectOptions{URL: s.URL(), Access: before})
}

// An expired certificate that a server has all the same is the client's to refuse.
func TestExpiredForClients(t *testing.T) {
	keys := t.TempDir()
	require.NoError(t, MakeKeys(keys, Init{Now: time.Now().AddDate(-serverYears-1, 0, 0)}))
	o := ServerOptions{Keys: keys, Listen: "127.0.0.1:0"}
	old, err := os.ReadFile(filepath.Join(keys, serverFile))
	require.NoError(t, err)
	oldKey, err := os.ReadFile(filepath.Join(keys, serverKey))
	require.NoError(t, err)
	require.NoError(t, MakeKeys(keys, Init{}))
	config, err := o.config()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(keys, serverFile), old, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(keys, serverKey), oldKey, 0o600))
	s := newServer()
	require.NoError(t, s.start(o, config))
	t.Cleanup(s.Stop)
	_, err = Connect(t.Context(), ConnectOptions{URL: s.URL(), Access: access(t, keys, Worker, "")})
	require.ErrorContains(t, err, "expired")
	require.ErrorContains(t, err, "loopline farm init")
}

// Keys that are missing, broken or of no known role are refused with the file.
func TestBadKeys(t *testing.T) {
	keys := t.TempDir()
	_, err := StartServer(ServerOptions{Keys: keys})
	require.ErrorContains(t, err, "loopline farm init")
	require.ErrorContains(t, MakeKeys(keys, Init{Agents: []string{"a.b"}}), "letters, digits")
	require.NoError(t, MakeKeys(keys, Init{}))
	_, err = StartServer(ServerOptions{Keys: keys, Listen: "nowhere"})
	require.ErrorContains(t, err, "not an address to listen at")
	for content, want := range map[string]string{
		"{":                                 "is not an access file",
		`{"role":"king","seed":"SUA"}`:      "seed",
		string(make([]byte, maxAccess+1)):   "and no access file has",
		`[{"role":"king","public":"UABC"}]`: "is not an access file",
	} {
		name := filepath.Join(t.TempDir(), "x.access")
		require.NoError(t, os.WriteFile(name, []byte(content), 0o600))
		_, err := ReadAccess(name)
		require.ErrorContains(t, err, want)
	}
	require.NoError(t, os.WriteFile(filepath.Join(keys, usersFile), []byte(`[{"role":"king"}]`), 0o600))
	_, err = StartServer(ServerOptions{Keys: keys})
	require.ErrorContains(t, err, "no role")
	require.NoError(t, os.Remove(filepath.Join(keys, authorityKey)))
	require.ErrorContains(t, MakeKeys(keys, Init{}), "its key is not")
}

// A lost server is said and found again.
func TestConnectsAgain(t *testing.T) {
	o := ServerOptions{Listen: "127.0.0.1:0"}
	s, keys := farm(t, o)
	changed := make(chan bool, 8)
	c := connect(t, ConnectOptions{URL: s.URL(), Access: access(t, keys, Worker, ""), OnChange: func(is bool) { changed <- is }})
	o.Keys, o.Listen = keys, s.nats.Addr().String()
	s.Stop()
	require.False(t, <-changed)
	farm(t, o)
	require.True(t, <-changed)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	require.NoError(t, c.FlushWithContext(ctx))
}
