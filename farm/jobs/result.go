package jobs

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/loopline/loopline/farm/natsconn"
)

// Limits of a result: compressed it is one message.
const (
	maxResult = natsconn.MaxPayload - 64<<10
	maxPlain  = 512 << 20
)

// errTooLarge is the error of a result above the message limit.
var errTooLarge = fmt.Errorf("the result has more than %d bytes compressed, which is the most that can be sent: lower per_job in the spec", maxResult)

// pack compresses a result; equal ones have equal bytes.
func pack(r io.Reader) ([]byte, error) {
	var out message
	w := gzip.NewWriter(&out)
	n, err := io.Copy(w, io.LimitReader(r, maxPlain+1))
	if closing := w.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return nil, err
	}
	if n > maxPlain {
		return nil, errTooLarge
	}
	return out.Bytes(), nil
}

// message takes as many bytes as can be sent.
type message struct{ bytes.Buffer }

// Write takes p, unless that makes it too large.
func (m *message) Write(p []byte) (int, error) {
	if m.Len()+len(p) > maxResult {
		return 0, errTooLarge
	}
	return m.Buffer.Write(p)
}

// Unpack is the plain text of a result.
func Unpack(body []byte) (io.Reader, error) {
	r, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("the result is not compressed as it should be: %w", err)
	}
	return io.LimitReader(r, maxPlain+1), nil
}

// sumOf returns the hash of the part of a result that is the same on every machine: all
// printed output; of a record the answers and verdicts, not the times.
func sumOf(body []byte, records bool) (string, error) {
	r, err := Unpack(body)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	if records {
		err = sumRecord(h, r)
	} else {
		_, err = io.Copy(h, r)
	}
	if err != nil {
		return "", fmt.Errorf("the result is broken: %w", err)
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}

// comparedEvent holds the fields of an event that every worker must agree on.
type comparedEvent struct {
	Type   string `json:"type"`
	Seat   int    `json:"seat"`
	Text   string `json:"text"`
	Hex    string `json:"hex"`
	Winner string `json:"winner"`
	Reason string `json:"reason"`
	Ply    int    `json:"ply"`
}

// Limits of a record.
const (
	maxLine  = 16 << 20
	maxSeats = 64
)

// sumRecord sums up what each seat said, in its order: players who are asked at
// once answer in any.
func sumRecord(h io.Writer, r io.Reader) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	var seats [maxSeats][]byte
	for lines.Scan() {
		var s comparedEvent
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			return err
		}
		if s.Type != "answer" && s.Type != "verdict" {
			continue
		}
		if s.Seat < 0 || s.Seat >= maxSeats {
			return fmt.Errorf("a line of seat %d", s.Seat)
		}
		before := seats[s.Seat]
		sum := sha256.Sum256(fmt.Appendf(before, "%q %q %q %q %q %d", s.Type, s.Text, s.Hex, s.Winner, s.Reason, s.Ply))
		seats[s.Seat] = sum[:]
	}
	for _, sum := range seats {
		_, _ = h.Write(sum) // a hash takes all
	}
	if err := lines.Err(); !errors.Is(err, bufio.ErrTooLong) {
		return err
	}
	return fmt.Errorf("a line of the record has more than %d MiB", maxLine>>20)
}
