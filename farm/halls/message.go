package halls

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/loopline/loopline/contest/director"
	"github.com/loopline/loopline/contest/tournament"
)

// Version is the version of the messages. Halls and hosts of different versions do not hear each other, and say so.
const Version = 1

// message is a message between a contest's host and a hall, as JSON. Each has one of the parts.
type message struct {
	Version int `json:"v"`

	// From the host.
	Orders *director.HallOrders `json:"orders,omitempty"`
	Answer *answer              `json:"answer,omitempty"`

	// From the hall.
	State *state `json:"state,omitempty"`
	Game  *game  `json:"game,omitempty"`
}

// state is what a hall says of itself each second.
type state struct {
	Key    string                 `json:"key"` // as in the contest's file
	Broken []string               `json:"broken,omitempty"`
	Absent []director.HallAbsence `json:"absent,omitempty"`
}

// game is a game that is handed in.
type game struct {
	Contest   string `json:"contest"`
	Game      string `json:"game"`
	Record    []byte `json:"record"` // gzip
	Signature string `json:"signature"`
}

// answer is what became of a game that was handed in.
type answer struct {
	Contest string `json:"contest"`
	Game    string `json:"game"`
	Refused string `json:"refused,omitempty"` // why; empty is of one that was taken
}

// encode never fails: a message has nothing that JSON has not.
func (m *message) encode() []byte {
	m.Version = Version
	data, err := json.Marshal(m)
	if err != nil {
		panic(err)
	}
	return data
}

// errVersion is of a message of another version.
var errVersion = errors.New("the other side speaks another version of the messages: use the same release on all machines of a contest")

func decode(data []byte) (*message, error) {
	m := &message{}
	if err := json.Unmarshal(data, m); err != nil {
		return nil, fmt.Errorf("no message: %w", err)
	}
	if m.Version != Version {
		return nil, errVersion
	}
	return m, nil
}

// pack compresses a record.
func pack(record []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(record) // to memory
	_ = w.Close()
	return b.Bytes()
}

// unpack is a packed record, of [tournament.MaxHandIn] bytes at most.
func unpack(packed []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(r, tournament.MaxHandIn+1))
	if err == nil && len(text) > tournament.MaxHandIn {
		err = fmt.Errorf("the record has more than %d bytes", tournament.MaxHandIn)
	}
	return text, err
}
