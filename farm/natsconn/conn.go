package natsconn

import "github.com/nats-io/nats.go"

// Conn passes messages over a connection: it is the Bus of farm/remote.
type Conn struct{ Conn *nats.Conn }

// Publish sends a message to all who subscribed to the subject.
func (m Conn) Publish(subject string, data []byte) error { return m.Conn.Publish(subject, data) }

// Subscribe has take called with each message, one at a time, until stop.
func (m Conn) Subscribe(subject string, take func(data []byte)) (stop func(), err error) {
	s, err := m.Conn.Subscribe(subject, func(message *nats.Msg) { take(message.Data) })
	if err != nil {
		return nil, err
	}
	return func() { _ = s.Unsubscribe() }, nil
}
