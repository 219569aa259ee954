package natsconn

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/loopline/loopline/internal/filelock"
)

// ServerOptions configures StartServer.
type ServerOptions struct {
	Keys  string // the folder of keys: see MakeKeys
	Store string // the folder of stored messages; empty stores nothing, and has no JetStream

	// Listen is the address that others connect to; empty lets in no one but
	// this program. A port of 0 is one that is free.
	Listen string

	// Cluster makes this one of several servers.
	Cluster *ClusterOptions

	// MaxStore is the most that is kept, in bytes; 0 is what the disk has.
	MaxStore int64

	// MinFree is the free space in bytes that a store needs on its disk to take
	// messages again after it was full; 0 is 32 MB.
	MinFree int64

	// Notify gets the server's warnings and errors; nil is silent.
	Notify func(text string)
}

// ClusterOptions are for one of several servers that keep the same.
type ClusterOptions struct {
	Server string   // the name of this one, unlike the others'
	Listen string   // where other servers connect to this one
	Peers  []string // where the others listen
}

// Server is a NATS server in this program.
type Server struct {
	nats *server.Server
	lock *os.File // of the store
	keys string   // when they were written

	full     chan struct{} // gets something when the disk of the store is full
	stopping sync.Once
	stopped  chan struct{}
	watching sync.WaitGroup
}

// ErrKeys says that the keys of a server are damaged, or not all there.
var ErrKeys = errors.New("a key is damaged or gone")

// startTime bounds the start of a server.
const startTime = 60 * time.Second

// StartServer starts a server. The caller calls Stop. One store is of one server. What is
// damaged in the store is set aside before, and said.
func StartServer(o ServerOptions) (*Server, error) {
	s := newServer()
	s.keys = o.stamped() // what is written while it starts is a change
	text, err := o.config()
	if err != nil {
		return nil, err
	}
	if err := s.lockStore(o.Store); err != nil {
		return nil, err
	}
	err = o.repairStore()
	if err == nil {
		err = s.start(o, text)
	}
	if err != nil {
		s.Stop()
		return nil, err
	}
	return s, nil
}

func newServer() *Server {
	return &Server{full: make(chan struct{}, 1), stopped: make(chan struct{})}
}

// options parses a configuration into the server's options.
func (o *ServerOptions) options(config string) (*server.Options, error) {
	options := &server.Options{}
	if err := options.ProcessConfigString(config); err != nil {
		return nil, fmt.Errorf("server: %w: %w", ErrKeys, err)
	}
	options.NoSigs = true
	options.DontListen = o.Listen == ""
	options.JetStreamMaxStore = o.most()
	return options, nil
}

func (s *Server) start(o ServerOptions, config string) error {
	options, err := o.options(config)
	if err != nil {
		return err
	}
	nats, err := server.NewServer(options)
	if err != nil {
		return fmt.Errorf("server: %w", err)
	}
	s.nats = nats
	said := &log{say: o.Notify, full: s.full}
	nats.SetLoggerV2(said, false, false, false)
	go nats.Start()
	if !nats.ReadyForConnections(startTime) {
		err := said.why()
		if isFull(err.Error()) {
			err = fmt.Errorf("%w; free some space on the disk of %s", err, o.Store)
		}
		return fmt.Errorf("the server did not start: %w", err)
	}
	s.watching.Go(func() { s.watchSpace(o) })
	s.watching.Go(func() { s.watchKeys(o) })
	return nil
}

// lockStore keeps a second server from a store.
func (s *Server) lockStore(dir string) error {
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	lock, err := filelock.OpenDir(dir)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if err := filelock.Try(lock); err != nil {
		_ = lock.Close()
		return fmt.Errorf("store %s: %w; one store is of one server", dir, err)
	}
	s.lock = lock
	return nil
}

// Stop ends the server and returns when it has ended. It is idempotent.
func (s *Server) Stop() {
	s.stopping.Do(func() { close(s.stopped) })
	s.watching.Wait()
	if s.nats != nil {
		s.nats.Shutdown()
		s.nats.WaitForShutdown()
	}
	if s.lock != nil {
		_ = s.lock.Close()
	}
}

// URL returns the address for other programs; empty if only this process can connect.
func (s *Server) URL() string {
	address, ok := s.nats.Addr().(*net.TCPAddr)
	if !ok {
		return ""
	}
	host := address.IP.String()
	if address.IP.IsUnspecified() {
		host = "localhost"
	}
	return "tls://" + net.JoinHostPort(host, strconv.Itoa(address.Port))
}

// Current reports whether this server of a cluster has all that the one that leads
// has.
func (s *Server) Current() bool { return s.nats.JetStreamIsCurrent() }

// LeadsJetStream reports whether this server of a cluster leads the others.
func (s *Server) LeadsJetStream() bool { return s.nats.JetStreamIsLeader() }

// config is the configuration of the server as nats-server reads it.
func (o *ServerOptions) config() (string, error) {
	users, err := readUsers(o.Keys)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("there are no keys in %q; make them: loopline farm init %s", o.Keys, o.Keys)
	}
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrKeys, err)
	}
	if err := o.checkCertificate(time.Now()); err != nil {
		return "", err
	}
	host, port, err := address(o.Listen)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "server_name: %q\nhost: %q\nport: %d\nmax_payload: %d\n", o.name(), host, port, MaxPayload)
	fmt.Fprintf(&b, "ping_interval: %q\nping_max: %d\n", pingEvery, pingsLost)
	fmt.Fprintf(&b, "tls { %s }\n", o.tls())
	if o.Store != "" {
		fmt.Fprintf(&b, "jetstream { store_dir: %q, sync_interval: always }\n", o.Store)
	}
	if err := o.writeCluster(&b); err != nil {
		return "", err
	}
	writeAccounts(&b, users, o.Store != "")
	return b.String(), nil
}

func (o *ServerOptions) name() string {
	if o.Cluster != nil {
		return o.Cluster.Server
	}
	return "loopline"
}

// tls is the certificate of the server.
func (o *ServerOptions) tls() string {
	return fmt.Sprintf("cert_file: %q, key_file: %q, ca_file: %q, timeout: 5",
		filepath.Join(o.Keys, serverFile), filepath.Join(o.Keys, serverKey), filepath.Join(o.Keys, authorityFile))
}

// checkCertificate returns an error if no client could accept the server's certificate.
func (o *ServerOptions) checkCertificate(now time.Time) error {
	name := filepath.Join(o.Keys, serverFile)
	text, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("certificate of the server: %w: %w", ErrKeys, err)
	}
	certificate, err := readCertificate(name, text)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrKeys, err)
	}
	const form = "2006-01-02 15:04"
	switch {
	case now.After(certificate.NotAfter):
		return fmt.Errorf("the certificate %s expired at %s; make a new one: loopline farm init %s",
			name, certificate.NotAfter.Format(form), o.Keys)
	case now.Before(certificate.NotBefore):
		return fmt.Errorf("the certificate %s is valid from %s on, and the clock says %s; set the clock",
			name, certificate.NotBefore.Format(form), now.UTC().Format(form))
	}
	return nil
}

// address splits an address to listen at.
func address(listen string) (host string, port int, err error) {
	if listen == "" {
		return "127.0.0.1", -1, nil
	}
	host, text, err := net.SplitHostPort(listen)
	if err == nil {
		port, err = strconv.Atoi(text)
	}
	if err != nil || port < 0 || port > 65535 {
		return "", 0, fmt.Errorf("%.80q is not an address to listen at; write for example 127.0.0.1:4222", listen)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	return host, port, nil
}

func (o *ServerOptions) writeCluster(b *strings.Builder) error {
	if o.Cluster == nil {
		return nil
	}
	host, port, err := address(o.Cluster.Listen)
	if err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	fmt.Fprintf(b, "cluster { name: loopline, host: %q, port: %d, tls { %s, verify: true }, routes: [", host, port, o.tls())
	for i, peer := range o.Cluster.Peers {
		if _, _, err := address(peer); err != nil {
			return fmt.Errorf("cluster: %w", err)
		}
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(b, " %q", "nats-route://"+peer)
	}
	b.WriteString(" ] }\n")
	return nil
}

// writeAccounts writes who may connect, and what each may say and hear.
func writeAccounts(b *strings.Builder, users []user, keep bool) {
	b.WriteString("accounts {\n")
	for _, account := range []string{Jobs, Boards} {
		fmt.Fprintf(b, " %s {\n", account)
		if keep && account == Jobs {
			b.WriteString("  jetstream: enabled\n")
		}
		b.WriteString("  users: [\n")
		for _, u := range users {
			if u.Role.Account() == account {
				fmt.Fprintf(b, "   { nkey: %s%s }\n", u.Public, permissions(u))
			}
		}
		b.WriteString("  ]\n }\n")
	}
	b.WriteString("}\n")
}

// permissions returns the subjects on which a user may publish and subscribe.
func permissions(u user) string {
	inbox := (&Access{Role: u.Role, Name: u.Name}).Inbox() + ".>"
	switch u.Role {
	case Worker:
		own := "job.*.*." + (&Access{Role: u.Role, Name: u.Name}).Key()
		return fmt.Sprintf(`, permissions { publish: ["job.find", %q], subscribe: [%q] }`, own, inbox)
	case Agent:
		board := "board." + u.Name + ".>"
		return fmt.Sprintf(`, permissions { publish: [%q, "_INBOX_host.>"], subscribe: [%q, %q] }`, board, board, inbox)
	}
	return ""
}

// waitTime is the poll interval of Wait.
const waitTime = 50 * time.Millisecond

// Wait waits until servers of a cluster are as they should be, and returns the
// first that is.
func Wait(ctx context.Context, is func(*Server) bool, servers ...*Server) (*Server, error) {
	tick := time.NewTicker(waitTime)
	defer tick.Stop()
	for {
		for _, s := range servers {
			if is(s) {
				return s, nil
			}
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("no server of the cluster is ready: %w", context.Cause(ctx))
		case <-tick.C:
		}
	}
}
