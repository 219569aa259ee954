package remote

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/loopline/loopline/bridge/lines"
)

// Version is the version of the messages. An agent and a host of different versions
// refuse each other with an error that names both.
const Version = 2

// maxMessage bounds a message in bytes: many lines of the longest, as text in JSON.
const maxMessage = 1 << 20

// The kinds of message. Those that are numbered come once and in order.
const (
	// From the host.
	kindHello = "hello" // who is there; with the lines of the game; said until it is answered
	kindPing  = "ping"  // what does your clock say
	kindSend  = "send"  // numbered: send these lines to the board
	kindUntil = "until" // numbered: say when no line has come by this time of yours
	kindBye   = "bye"   // the host needs the board no more

	// From the agent.
	kindWelcome = "welcome" // the board is open
	kindOpening = "opening" // it is being opened
	kindRefuse  = "refuse"  // it cannot be had, and why
	kindPong    = "pong"    // the clock
	kindSent    = "sent"    // numbered: the lines of a send have left, or why not
	kindLine    = "line"    // numbered: a line came from the board
	kindNothing = "nothing" // numbered: none came by the time of an until
	kindEnded   = "ended"   // numbered: the board says no more, and why

	// From both.
	kindAck = "ack" // what has come
)

// message is a message between a host and an agent, as JSON. Each side chooses a nonce
// for a session; messages with other nonces are dropped.
type message struct {
	Version int    `json:"v"`
	Kind    string `json:"kind"`
	Host    string `json:"host"`            // the host's word
	Agent   string `json:"agent,omitempty"` // the agent's word; not in hello

	N   uint64 `json:"n,omitempty"`   // its number, from 1, if it is numbered
	Ack uint64 `json:"ack,omitempty"` // all of the other's up to this number have come
	Of  uint64 `json:"of,omitempty"`  // the ping, send or until that it answers

	Text  []byte        `json:"text,omitempty"`  // of lines, or a partial line
	End   string        `json:"end,omitempty"`   // of lines that are sent: another line end
	Limit time.Duration `json:"limit,omitempty"` // of sending

	At    time.Duration `json:"at,omitempty"`    // the agent's clock; of until, when
	Start time.Duration `json:"start,omitempty"` // the agent's stamps: sent, or first
	Last  time.Duration `json:"last,omitempty"`  // drained, or last

	Stalled time.Duration `json:"stalled,omitempty"` // the agent's machine, since the question

	Fault string `json:"fault,omitempty"` // of sent and ended: see faults
	Why   string `json:"why,omitempty"`   // in words

	Lines    *lines.Config `json:"lines,omitempty"`     // of the game
	ByteTime time.Duration `json:"byte_time,omitempty"` // on the wire to the board; 0 without a rate
	Lasting  bool          `json:"lasting,omitempty"`   // see player.Player
	Distrust bool          `json:"distrust,omitempty"`  // the agent says so itself
	About    string        `json:"about,omitempty"`     // the agent, human-readable
}

// numbered reports whether a message comes once and in order.
func (m *message) numbered() bool { return m.N > 0 }

// encode never fails: a message has nothing that JSON has not.
func (m *message) encode() []byte {
	m.Version = Version
	data, err := json.Marshal(m)
	if err != nil {
		panic(err)
	}
	return data
}

// decode reads a message of this version.
func decode(data []byte) (*message, error) {
	if len(data) > maxMessage {
		return nil, fmt.Errorf("a message of %d bytes", len(data))
	}
	m := &message{}
	if err := json.Unmarshal(data, m); err != nil {
		return nil, fmt.Errorf("no message: %w", err)
	}
	switch {
	case m.Version != Version:
		return m, &versionError{m.Version}
	case m.Host == "" || len(m.Host) > maxNonce || len(m.Agent) > maxNonce:
		return nil, fmt.Errorf("a message of no session")
	case m.Start < 0 || m.Last < 0 || m.Stalled < 0 || m.At < 0 || m.Limit < 0 || m.ByteTime < 0 || m.ByteTime > maxByteTime:
		return nil, fmt.Errorf("a message with a time below 0")
	}
	return m, nil
}

// maxByteTime is more than that of any rate that a serial port has.
const maxByteTime = time.Second

// maxNonce bounds the word of a session in bytes.
const maxNonce = 64

// versionError says that the other half is of another version.
type versionError struct{ theirs int }

func (e *versionError) Error() string {
	return fmt.Sprintf("it speaks version %d of the messages, and this program version %d: "+
		"use the same release on both sides", e.theirs, Version)
}
