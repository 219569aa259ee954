package httpapi

import (
	"context"
	"net/http"
	"time"

	"github.com/loopline/loopline/host"
)

// Linger is the time that a seat may serve its clients after the end of a game, so
// that they see it.
const Linger = 10 * time.Second

// Handler is a game's HTTP interface on one port. Its methods are called
// concurrently.
type Handler interface {
	http.Handler

	// Reject answers a request that this package does not let through, in the
	// interface's own form.
	Reject(w http.ResponseWriter, status int, words string)

	// Owner is the name of the seat of which one of the credentials is a secret: its
	// token, or what its client was given. It is "" when none is. The time that it
	// takes tells nothing of the secrets: see [EqualConstantTime].
	Owner(credentials []string) (seat string)

	// Seat makes the seat of that name in the match. Its clients say the token;
	// they need none if it is empty. The error says why there is no room.
	Seat(name, token string) (Seat, error)
}

// Seat is a seat whose clients come when they like.
type Seat interface {
	// Ready is closed when the seat's client is there.
	Ready() <-chan struct{}

	// Serve plays the seat over a line, from the player's side of the game's
	// lines, and returns when the other side has closed it and the clients have
	// seen the end, or Linger is over.
	Serve(ctx context.Context, line host.Player) error

	// Leave gives up a seat, served or not.
	Leave()
}
