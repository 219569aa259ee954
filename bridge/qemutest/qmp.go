//go:build linux

package qemutest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"sync"
	"time"
)

// monitor is QEMU's control socket, which speaks QMP: JSON, an answer for each
// command, and events in between that are passed over.
type monitor struct {
	mu   sync.Mutex
	conn net.Conn
	in   *json.Decoder
}

// monitorTimeout bounds a command.
const monitorTimeout = 20 * time.Second

func newMonitor(conn net.Conn) (*monitor, error) {
	m := &monitor{conn: conn, in: json.NewDecoder(bufio.NewReader(conn))}
	var greeting map[string]any
	if err := m.in.Decode(&greeting); err != nil {
		return nil, fmt.Errorf("qemu's monitor: %w", err)
	}
	return m, m.do("qmp_capabilities", nil)
}

// do gives a command and waits for its answer.
func (m *monitor) do(command string, arguments map[string]any) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	ask := map[string]any{"execute": command}
	if arguments != nil {
		ask["arguments"] = arguments
	}
	if err := m.conn.SetDeadline(time.Now().Add(monitorTimeout)); err != nil {
		return err
	}
	if err := json.NewEncoder(m.conn).Encode(ask); err != nil {
		return fmt.Errorf("qemu's monitor: %s: %w", command, err)
	}
	for {
		var answer struct {
			Event  string          `json:"event"`
			Return json.RawMessage `json:"return"`
			Error  *struct {
				Text string `json:"desc"`
			} `json:"error"`
		}
		if err := m.in.Decode(&answer); err != nil {
			return fmt.Errorf("qemu's monitor: %s: %w", command, err)
		}
		switch {
		case answer.Event != "":
		case answer.Error != nil:
			return fmt.Errorf("qemu: %s: %s", command, answer.Error.Text)
		default:
			return nil
		}
	}
}
