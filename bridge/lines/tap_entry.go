package lines

import (
	"encoding/hex"
)

// TapEntry is one line of a tap: JSON, one object a line.
//
// The first entry has Start and Name only. Every other one is a chunk of bytes
// as one read or write moved it, in the order in which they were seen, or an
// event. Bytes that are printable ASCII, tab, CR and LF are Text, any others
// Hex.
//
//	{"start":"2026-11-20T20:13:05.1Z","name":"white"}
//	{"us":1203,"dir":"out","text":"-W\n"}
//	{"us":18422,"dir":"in","text":"@0/\n"}
//	{"us":18423,"dir":"in","hex":"00ff"}
//	{"us":20000,"event":"end","detail":"unplugged"}
type TapEntry struct {
	Start string `json:"start,omitempty"` // RFC 3339, when the tap was made
	Name  string `json:"name,omitempty"`

	Micros int64  `json:"us,omitempty"`  // microseconds since Start
	Dir    string `json:"dir,omitempty"` // "out" to the player, "in" from it
	Text   string `json:"text,omitempty"`
	Hex    string `json:"hex,omitempty"`

	// Event is "end" when reading ended, "error" when writing failed, "close"
	// when we closed, "lost" when the writer of the tap was too slow.
	Event  string `json:"event,omitempty"`
	Detail string `json:"detail,omitempty"`
	Lost   int    `json:"lost,omitempty"` // bytes of the wire left out
}

// Bytes returns the bytes of a chunk.
func (e TapEntry) Bytes() ([]byte, error) {
	if e.Hex != "" {
		return hex.DecodeString(e.Hex)
	}
	return []byte(e.Text), nil
}

// isPlain reports whether JSON can hold the bytes as they are.
func isPlain(b []byte) bool {
	for _, c := range b {
		if (c < ' ' || c > '~') && c != '\n' && c != '\r' && c != '\t' {
			return false
		}
	}
	return true
}
