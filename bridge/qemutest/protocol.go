//go:build linux

package qemutest

// Requests to the guest.
const (
	opStart  = "start"  // start a program
	opSignal = "signal" // send a signal to a program that was started
	opRead   = "read"   // answer a file, or the names in a folder
	opWrite  = "write"  // write a file
	opOff    = "off"    // power off
)

// What the guest answers.
const (
	gotReady  = "ready"  // it is up
	gotOutput = "output" // a piece of a program's output
	gotExit   = "exit"   // a program has ended
	gotDone   = "done"   // a request is done
)

// request is one line of JSON to the guest. ID names the request, and the
// program that it starts.
type request struct {
	Op     string   `json:"op"`
	ID     int      `json:"id"`
	Args   []string `json:"args,omitempty"`
	User   uint32   `json:"user,omitempty"` // to run as
	Signal int      `json:"signal,omitempty"`
	Path   string   `json:"path,omitempty"`
	Data   []byte   `json:"data,omitempty"`
}

// reply is one line of JSON from the guest.
type reply struct {
	Got    string `json:"got"`
	ID     int    `json:"id"`
	Error  bool   `json:"stderr,omitempty"` // output is of standard error
	Data   []byte `json:"data,omitempty"`
	Status int    `json:"status,omitempty"` // exit status, 128 + N after signal N
	PID    int    `json:"pid,omitempty"`    // of the program
	Failed string `json:"failed,omitempty"` // why a request could not be done
}
