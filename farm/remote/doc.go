// Package remote plays with a player on another machine: an agent beside the board
// speaks its lines and stamps them, and the host plays with it over messages.
//
// The two halves are [Agent], which "loopline offer" runs, and [Player], which serves
// an address remote:NAME. message.go defines the messages. The package knows no
// network: messages go over a [Bus] that may lose, delay, duplicate and reorder them,
// and each half retransmits unacknowledged messages. So a line comes once and in order,
// however bad the network is, with the stamps that it had at the board.
package remote

// A Bus carries messages between hosts and agents. It may lose, delay, double and
// reorder them.
type Bus interface {
	// Publish sends a message to all who subscribed to the subject. It returns at once.
	Publish(subject string, data []byte) error

	// Subscribe has take called with each message, one at a time, until stop. Take
	// must return soon and keep nothing of data.
	Subscribe(subject string, take func(data []byte)) (stop func(), err error)
}

// Subjects of the agent of a name. Both are below board.NAME, which is all that the
// access of an agent opens.
func toAgent(name string) string   { return "board." + name + ".to" }
func fromAgent(name string) string { return "board." + name + ".from" }
