// Package remote lets a player sit at a table that is somewhere else: an agent beside
// the board speaks its lines and stamps them, and the host plays with it over messages.
//
// The two halves are [Agent], which "loopline offer" runs, and [Player], which is behind
// an address remote:NAME. What passes between them is told in message.go. The package
// knows no network: messages go over a [Bus] that may lose, delay, double and reorder
// them, and each half sends what was not acknowledged again. So a line comes once and in
// order, however bad the network is, with the stamps that it had at the board.
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
