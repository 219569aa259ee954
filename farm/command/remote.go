package command

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go"

	"github.com/loopline/loopline/farm/natsconn"
	"github.com/loopline/loopline/farm/remote"
	"github.com/loopline/loopline/player"
)

// Remote opens the players of remote:NAME: see player.RemoteOpener.
type Remote struct{}

// CheckAddress implements player.RemoteOpener.
func (Remote) CheckAddress(text string) error {
	a, err := remote.ParseAddress(text)
	if err != nil {
		return err
	}
	return natsconn.CheckName(a.Name)
}

// Open implements player.RemoteOpener.
func (Remote) Open(ctx context.Context, text string, way player.RemoteOptions) (player.RemotePlayer, error) {
	a, err := remote.ParseAddress(text)
	if err != nil {
		return nil, err
	}
	access, err := natsconn.ReadAccess(a.Key)
	if err != nil {
		return nil, err
	}
	if access.Role != natsconn.Host {
		return nil, errors.New(a.Key + " is not an access file of a host; farm init makes host.access")
	}
	conn, err := natsconn.Connect(ctx, natsconn.ConnectOptions{URL: a.At, Access: access, Name: "host", Notify: way.Notify})
	if err != nil {
		return nil, err
	}
	p, err := remote.Open(ctx, remote.Options{
		Name: a.Name, Bus: natsconn.Conn{Conn: conn}, Lines: way.Opener.Lines, Trust: !a.Untrusted,
		Forfeit: way.Network.Forfeit, Wait: way.Network.Wait, Share: way.Network.Share, Say: way.Notify,
	})
	if err != nil {
		conn.Close()
		return nil, err
	}
	return &connectedPlayer{p, conn}, nil
}

// connectedPlayer is a remote player with its connection.
type connectedPlayer struct {
	*remote.Player
	conn *nats.Conn
}

// Close gives the board back and closes the connection.
func (d *connectedPlayer) Close() error {
	err := d.Player.Close()
	_ = d.conn.Flush() // so that the agent hears of it
	d.conn.Close()
	return err
}
