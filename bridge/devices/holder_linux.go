package devices

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// descriptor is one open file of one process.
type descriptor struct {
	pid, fd int
	target  string // what the link in /proc/PID/fd says
}

// eachDescriptor walks the descriptors of every process that this user may look
// into. Processes come and go meanwhile; what cannot be read is skipped.
func eachDescriptor(root string, visit func(descriptor)) {
	links, err := filepath.Glob(filepath.Join(root, "proc/[0-9]*/fd"))
	if err != nil {
		return
	}
	for _, folder := range links {
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(folder)))
		if err != nil {
			continue
		}
		visitDescriptors(folder, pid, visit)
	}
}

func visitDescriptors(folder string, pid int, visit func(descriptor)) {
	names, err := readNames(folder)
	if err != nil {
		return
	}
	for _, name := range names {
		target, err := os.Readlink(filepath.Join(folder, name))
		fd, errFD := strconv.Atoi(name)
		if err == nil && errFD == nil {
			visit(descriptor{pid, fd, target})
		}
	}
}

func readNames(folder string) ([]string, error) {
	f, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Readdirnames(-1)
}

// deviceHolders returns, for each device node in use, who has it open. Threads of
// one process count once.
func deviceHolders(root string) map[string][]Holder {
	holders := make(map[string][]Holder)
	eachDescriptor(root, func(d descriptor) {
		if strings.HasPrefix(d.target, "/dev/") {
			holders[d.target] = addHolder(holders[d.target], root, d.pid)
		}
	})
	return holders
}

// HoldersOf returns who has the node open, leaving out one descriptor of this
// very process.
func HoldersOf(root, node string, ownFD int) []Holder {
	var holders []Holder
	eachDescriptor(root, func(d descriptor) {
		own := d.pid == os.Getpid() && d.fd == ownFD
		if d.target == node && !own {
			holders = addHolder(holders, root, d.pid)
		}
	})
	return holders
}

func addHolder(holders []Holder, root string, pid int) []Holder {
	for _, h := range holders {
		if h.PID == pid {
			return holders
		}
	}
	return append(holders, Holder{pid, processName(root, pid)})
}

func processName(root string, pid int) string {
	comm := filepath.Join(root, "proc", strconv.Itoa(pid), "comm")
	name, err := os.ReadFile(comm)
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(name))
}

// ListenersOn returns who listens on a TCP port.
func ListenersOn(root string, port int) []Holder {
	sockets := listeningSockets(root, port)
	if len(sockets) == 0 {
		return nil
	}
	var holders []Holder
	eachDescriptor(root, func(d descriptor) {
		if sockets[d.target] {
			holders = addHolder(holders, root, d.pid)
		}
	})
	return holders
}

// listeningSockets returns the sockets on a port as their descriptors name
// them: socket:[12345].
func listeningSockets(root string, port int) map[string]bool {
	sockets := make(map[string]bool)
	for _, table := range []string{"proc/net/tcp", "proc/net/tcp6"} {
		text, err := os.ReadFile(filepath.Join(root, table))
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(text)) {
			if inode, ok := listeningInode(line, port); ok {
				sockets["socket:["+inode+"]"] = true
			}
		}
	}
	return sockets
}

// listeningInode reads a row of /proc/net/tcp: local address in field 1, state
// in field 3 (0A is LISTEN), inode in field 9.
func listeningInode(row string, port int) (string, bool) {
	fields := strings.Fields(row)
	if len(fields) < 10 || fields[3] != "0A" {
		return "", false
	}
	_, local, _ := strings.Cut(fields[1], ":")
	number, err := hex.DecodeString(local)
	if err != nil || len(number) != 2 {
		return "", false
	}
	return fields[9], int(number[0])<<8|int(number[1]) == port
}
