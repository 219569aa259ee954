package natsconn

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// connectTime bounds the wait for a server's answer to a connection.
const connectTime = 10 * time.Second

// ConnectOptions configures Connect.
type ConnectOptions struct {
	// URL lists the servers, tls://host:port, separated by commas.
	URL string

	// Server, unless it is nil, is in this program; URL is not used.
	Server *Server

	Access *Access
	Name   string            // of this connection; human-readable
	Notify func(text string) // gets what happens to the connection; nil is silent

	// OnChange, unless it is nil, is called when the connection is lost (false) and
	// restored (true).
	OnChange func(connected bool)
}

// Connect connects to a server. The caller closes the connection. Once connected,
// it connects again whenever it is lost.
func Connect(ctx context.Context, o ConnectOptions) (*nats.Conn, error) {
	if o.Access == nil {
		return nil, errors.New("there is no access file to connect with; \"loopline farm init\" makes them")
	}
	if o.Notify == nil {
		o.Notify = func(string) {}
	}
	if o.OnChange == nil {
		o.OnChange = func(bool) {}
	}
	options, err := o.options(ctx)
	if err != nil {
		return nil, err
	}
	conn, err := nats.Connect(o.URL, options...)
	if err != nil {
		return nil, o.explain(err)
	}
	return conn, nil
}

func (o *ConnectOptions) options(ctx context.Context) ([]nats.Option, error) {
	pair, err := nkeys.FromSeed([]byte(o.Access.Seed))
	if err != nil {
		return nil, fmt.Errorf("access file: %w", err)
	}
	public, err := pair.PublicKey()
	if err != nil {
		return nil, fmt.Errorf("access file: %w", err)
	}
	authorities := x509.NewCertPool()
	if !authorities.AppendCertsFromPEM([]byte(o.Access.Authority)) {
		return nil, errors.New("access file: it has no valid authority certificate; farm init makes a new one")
	}
	options := []nats.Option{
		nats.Name(o.Name),
		nats.Nkey(public, pair.Sign),
		nats.CustomInboxPrefix(o.Access.Inbox()),
		nats.Timeout(o.patience(ctx)),
		nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(pingsLost),
		nats.MaxReconnects(-1), nats.ReconnectWait(500 * time.Millisecond),
		nats.IgnoreAuthErrorAbort(), // while a server is being started again
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) { o.lost(err) }),
		nats.ReconnectHandler(func(c *nats.Conn) {
			o.Notify("connected again to " + c.ConnectedUrlRedacted())
			o.OnChange(true)
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { o.Notify("NATS: " + err.Error()) }),
	}
	if o.Server != nil {
		return append(options, nats.InProcessServer(o.Server.nats)), nil
	}
	return append(options, nats.Secure(&tls.Config{RootCAs: authorities, MinVersion: tls.VersionTLS13})), nil
}

// patience returns how long to wait for an answer.
func (o *ConnectOptions) patience(ctx context.Context) time.Duration {
	if deadline, ok := ctx.Deadline(); ok {
		return max(time.Millisecond, min(connectTime, time.Until(deadline)))
	}
	return connectTime
}

func (o *ConnectOptions) lost(err error) {
	if err != nil {
		o.Notify(fmt.Sprintf("lost the server: %v; connecting again", err))
	}
	o.OnChange(false)
}

// explain adds the remedy to a failed connection's error.
func (o *ConnectOptions) explain(err error) error {
	var invalid x509.CertificateInvalidError
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	switch {
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return fmt.Errorf("%s: %w; a new certificate is made by loopline farm init where the server runs, or this clock is wrong", o.URL, err)
	case errors.As(err, &unknown):
		return fmt.Errorf("%s: %w; the access file is of another farm", o.URL, err)
	case errors.As(err, &name):
		return fmt.Errorf("%s: %w; loopline farm init --host names the server as others call it", o.URL, err)
	case errors.Is(err, nats.ErrAuthorization):
		return fmt.Errorf("%s: the server knows no %s of these keys; take an access file of its folder of keys", o.URL, o.Access.Role)
	case errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout):
		return fmt.Errorf("%s: no server answers: %w; is \"loopline farm run\" running there", o.URL, err)
	}
	return fmt.Errorf("%s: %w", o.URL, err)
}
