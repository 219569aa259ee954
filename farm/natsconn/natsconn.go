// Package natsconn is what Loopline's programs on many machines speak through: a NATS
// server inside the program, or one that runs elsewhere, and connections to it.
//
// Init makes all keys of a farm: a certificate for TLS, and an access file for
// each program that may connect. There are two accounts that see nothing of each
// other: jobs, for the work of many machines, and boards, for boards that stand
// somewhere else. A server without keys does not start.
package natsconn

import "time"

// MaxPayload is the largest message in bytes.
const MaxPayload = 8 << 20

// The accounts. Nothing that is said in one is heard in the other.
const (
	Jobs   = "jobs"
	Boards = "boards"
)

// Role determines the subjects that a program may use.
type Role string

// The roles. A coordinator and its workers are in the account of jobs; a host
// and its agents in that of boards.
const (
	Coordinator Role = "coordinator" // everything in jobs
	Worker      Role = "worker"      // asks coordinators: subjects job.*.*.KEY
	Host        Role = "host"        // everything in boards
	Agent       Role = "agent"       // speaks for one board: subjects below board.NAME
)

// Account is the account of a role.
func (r Role) Account() string {
	if r == Host || r == Agent {
		return Boards
	}
	return Jobs
}

// known reports whether there is such a role.
func (r Role) known() bool {
	return r == Coordinator || r == Worker || r == Host || r == Agent
}

// Inbox is the subject that answers to a program come below. Programs of
// another role or name cannot listen there.
func (a *Access) Inbox() string {
	if a.Name != "" {
		return "_INBOX_" + string(a.Role) + "_" + a.Name
	}
	return "_INBOX_" + string(a.Role)
}

// Key names whose key it is, as a token of subjects: the name of an agent or a worker,
// or the role where it has none.
func (a *Access) Key() string {
	if a.Name != "" {
		return a.Name
	}
	return string(a.Role)
}

// How fast a connection that does not answer is found out.
const (
	pingEvery = 2 * time.Second
	pingsLost = 3
)
