package lines

import (
	"time"
)

// sendTimer is a connection with a rate.
type sendTimer interface {
	SendTime(bytes int) time.Duration
}

// sendTime returns how long bytes are on a connection's wire; 0 if it has no rate.
func sendTime(conn any, bytes int) time.Duration {
	if t, ok := conn.(sendTimer); ok {
		return t.SendTime(bytes)
	}
	return 0
}

// SendSlack bounds the time for which bytes may be on their way: so many times that of the wire.
const SendSlack = 2

// SendTime returns how long so many bytes are on the wire to the player, by its rate; 0
// if it has none.
func (l *Line) SendTime(bytes int) time.Duration { return sendTime(l.conn, bytes) }

// SendTime is the connection's.
func (t *Tap) SendTime(bytes int) time.Duration { return sendTime(t.conn, bytes) }
