package bridge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/bridge/devices"
	"github.com/loopline/loopline/bridge/exec"
	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/sandbox"
)

// Time limits of a preparation.
const (
	prepareTime = time.Minute            // of one command
	returnTime  = 10 * time.Second       // until the board is back
	steadyTime  = 250 * time.Millisecond // for which it must stay, unbroken
	pulseTime   = 100 * time.Millisecond // of DTR or RTS
	retryPause  = 500 * time.Millisecond
)

// Limits of the command output that an error keeps.
const (
	maxPrepareLines = 200 // the last ones
	prepareMemory   = 2 << 30
)

// PrepareError is the failure of a board's preparation after all retries.
type PrepareError struct {
	Address string // of the board, as it is shown
	Step    string // prepare, reset, device or self-test
	Tries   int
	Said    []string // the last lines that the command printed
	Err     error    // of the last try
}

// Error names the step, the number of tries, the cause and the last line of output.
func (e *PrepareError) Error() string { return e.Text().String() }

// Text implements say.Sayer.
func (e *PrepareError) Text() say.Text {
	text := say.Format("%s is not prepared (%s, %s): %s", e.Address, say.Word(e.Step), say.Plural(e.Tries, "%d try", "%d tries"), e.Err)
	if n := len(e.Said); n > 0 {
		return say.Format("%s; it printed: %s", text, e.Said[n-1])
	}
	return text
}

// Unwrap returns the cause.
func (e *PrepareError) Unwrap() error { return e.Err }

// Unprepared marks the error for callers that don't import this package.
func (e *PrepareError) Unprepared() {}

// Longest returns an upper bound of a preparation's duration, all retries included.
func Longest(p addr.Preparation, o Options) time.Duration {
	if p.IsZero() {
		return 0
	}
	once := 2*cmp.Or(o.PrepareTime, prepareTime) + 2*cmp.Or(o.ReturnTime, returnTime) + retryPause
	return time.Duration(p.Retries+1) * once
}

type preparing struct {
	Options
	what  addr.Preparation
	a     addr.Address // of the board, without it
	place Place
	said  []string
}

// openPrepared prepares a board and opens it where it is afterwards.
func openPrepared(ctx context.Context, a addr.Address, o Options) (io.ReadWriteCloser, error) {
	o.PrepareTime, o.ReturnTime = cmp.Or(o.PrepareTime, prepareTime), cmp.Or(o.ReturnTime, returnTime)
	p := preparing{Options: o, what: a.Preparation, a: a}
	p.a.Preparation = addr.Preparation{}
	var err error
	if p.place, err = FindPlace(p.a, o.Root); err != nil {
		return nil, err // not plugged in yet
	}
	for try := 1; ; try++ {
		step, err := p.once(ctx)
		if err == nil {
			return openAddress(ctx, p.a, o)
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		shown := addr.DisplayName(p.a.String())
		if try > p.what.Retries {
			return nil, &PrepareError{shown, step, try, p.said, err}
		}
		o.log("%s: %s: %s; trying again", shown, step, err)
		if err := pause(ctx, retryPause); err != nil {
			return nil, err
		}
	}
}

// once makes one try, and returns the step that failed.
func (p *preparing) once(ctx context.Context) (step string, err error) {
	what := p.what
	if what.Command != "" {
		if err := p.run(ctx, "prepare", what.Command, p.place.Nodes, nil); err != nil {
			return "prepare", err
		}
		if err := p.comeBack(ctx); err != nil {
			return "device", err
		}
	}
	if what.Reset != "" {
		if err := p.reset(ctx, what.Reset); err != nil {
			return "reset", err
		}
		if err := p.comeBack(ctx); err != nil {
			return "device", err
		}
	}
	if p.SelfTest == nil {
		return "", nil
	}
	conn, err := openAddress(ctx, p.a, p.Options)
	if err != nil {
		return "device", err
	}
	line := lines.New(conn, lines.Config{})
	defer line.Close()
	return "self-test", p.SelfTest(ctx, line)
}

func (p *preparing) reset(ctx context.Context, how string) error {
	a := p.a
	switch how {
	case addr.ResetDTR:
		a.Serial.DTR, a.USB.DTR = "off", "off"
	case addr.ResetRTS:
		a.Serial.RTS, a.USB.RTS = "off", "off"
	case addr.ResetUhubctl:
		hub, err := p.place.Hub(p.Root)
		if err != nil {
			return err
		}
		return p.run(ctx, "reset", "uhubctl -a cycle -l "+hub.location+" -p "+hub.port, hub.nodes, hub.switches)
	default:
		return p.run(ctx, "reset", how, p.place.Nodes, nil)
	}
	conn, err := openAddress(ctx, a, p.Options)
	if err != nil {
		return err
	}
	if err := pause(ctx, pulseTime); err != nil {
		return errors.Join(err, conn.Close())
	}
	return conn.Close() // the next open switches the line on
}

// run runs a command in the sandbox, with the nodes as its only devices. Its output goes to the
// player's log.
func (p *preparing) run(ctx context.Context, step, line string, nodes, writable []string) error {
	words, err := addr.CommandWords(line)
	if err != nil {
		return err
	}
	limited, cancel := context.WithTimeoutCause(ctx, p.PrepareTime, say.Errorf("it has not ended within %v, and was killed", p.PrepareTime))
	defer cancel()
	program := sandbox.Program{Policy: sandbox.PolicyTool, Args: words, Devices: Bindable(nodes), Writable: writable, Limits: sandbox.Limits{Total: prepareMemory}}
	hidden, err := p.place.alone(p.Root)
	if err != nil {
		return err
	}
	if hidden != "" {
		defer os.RemoveAll(hidden)
		program.Replaced = map[string]string{usbDevices: hidden}
	}
	text, err := exec.IsolationOf(p.Isolation, p.Log).Output(limited, program)
	p.said = lastLines(text)
	if p.Stderr != nil {
		for _, said := range p.said {
			_, _ = fmt.Fprintf(p.Stderr, "%s: %s\n", step, said)
		}
	}
	if err != nil {
		return say.Errorf("%s: %w", words[0], err)
	}
	return nil
}

// lastLines returns the last lines of a command's output; of a progress display drawn with carriage
// returns, the last state.
func lastLines(text string) (lines []string) {
	for line := range strings.Lines(strings.ToValidUTF8(text, "?")) {
		line = strings.TrimRight(line, " \r\n")
		line = line[strings.LastIndexByte(line, '\r')+1:]
		if line != "" {
			lines = append(lines, line[:min(len(line), exec.MaxStderrLine)])
		}
	}
	return lines[max(0, len(lines)-maxPrepareLines):]
}

// comeBack waits until the board has been back for steadyTime, and takes its new node.
func (p *preparing) comeBack(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, p.ReturnTime)
	defer cancel()
	var since time.Time
	for {
		a := p.place.follow(p.a)
		at, err := FindPlace(a, p.Root)
		if err == nil {
			err = at.usable(p.Root)
		}
		switch {
		case err != nil:
			since = time.Time{}
		case since.IsZero(), at.number != p.place.number:
			since = time.Now()
			p.place = at
		case time.Since(since) >= steadyTime:
			p.a = a
			return nil
		}
		if pause(limited, plugPause) != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			return say.Errorf("the board is not there again %v after it: %w", p.ReturnTime, cmp.Or(err, errUnsteady))
		}
	}
}

var errUnsteady = say.Errorf("it comes and goes")

// pause waits, until ctx ends at most.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(d):
		return nil
	}
}

const usbDevices = "/sys/bus/usb/devices"

// Place is a board's position on the bus.
type Place struct {
	Path    string   // on USB, such as 1-1.4; empty elsewhere
	channel string   // of its adapter, or empty
	number  string   // device number; each plugging in gives another
	node    string   // file that is opened
	Nodes   []string // device files of the board
}

// FindPlace finds a board on the bus, by its address. Root is the parent of /dev and /sys; empty is /.
func FindPlace(a addr.Address, root string) (Place, error) {
	ports, err := devices.Ports(root)
	if err != nil {
		return Place{}, err
	}
	if a.Scheme == addr.SchemeUSB {
		path, channel, err := placeOfUSB(a.USB, root)
		if err != nil {
			return Place{}, err
		}
		at, err := placeOnUSB(path, channel, ports, root)
		at.node = filepath.Join(root, at.number)
		return at, err
	}
	node, err := devices.ResolveSerial(a.Serial, root)
	if err != nil {
		return Place{}, err
	}
	real, err := filepath.EvalSymlinks(filepath.Join(root, node))
	if err != nil {
		return Place{}, say.Errorf("serial:%s: no such device: %w", node, err)
	}
	for _, p := range ports {
		at, err := filepath.EvalSymlinks(filepath.Join(root, p.Device))
		if err == nil && at == real && p.USBPath != "" {
			found, err := placeOnUSB(p.USBPath, p.Channel, ports, root)
			found.node = real
			return found, err
		}
	}
	return Place{Nodes: []string{real}, node: real, number: real}, nil
}

// placeOnUSB returns the place of a USB device, with its own node and its serial devices' nodes.
func placeOnUSB(path, channel string, ports []devices.Port, root string) (Place, error) {
	at := Place{Path: path, channel: channel}
	node, err := nodeOf(root, path)
	if err != nil {
		return at, err
	}
	at.number = node
	if _, err := os.Stat(filepath.Join(root, node)); err == nil {
		at.Nodes = append(at.Nodes, filepath.Join(root, node))
	}
	for _, p := range ports {
		if p.USBPath == path {
			at.Nodes = append(at.Nodes, filepath.Join(root, p.Device))
		}
	}
	return at, nil
}

// follow returns an address of the board by its place, which holds under any node.
func (p Place) follow(a addr.Address) addr.Address {
	switch {
	case p.Path == "":
	case a.Scheme == addr.SchemeUSB:
		a.USB.USBPath = p.Path
	default:
		a.Serial.Device, a.Serial.SerialNumber = "", ""
		a.Serial.USBPath, a.Serial.Channel = p.Path, p.channel
	}
	return a
}

// usable returns an error while the node can't be opened: udev sets its permission a moment after the
// kernel has created it.
func (p Place) usable(root string) error {
	if err := MayOpen(p.node); err != nil {
		return fmt.Errorf("%s: %w", strings.TrimPrefix(p.node, root), err)
	}
	return nil
}

// Hub is the USB hub's port that a board is plugged into.
type Hub struct {
	location, port string // as uhubctl names them
	nodes          []string
	switches       []string // of sysfs
}

// Hub returns the hub of a board: 1-1 for 1-1.4, the root hub for 1-4.
func (p Place) Hub(root string) (h Hub, err error) {
	if p.Path == "" {
		return h, say.Errorf("reset=%s is of boards on USB", addr.ResetUhubctl)
	}
	cut := strings.LastIndexAny(p.Path, ".-")
	h.location, h.port = p.Path[:cut], p.Path[cut+1:]
	name := h.location
	if !strings.Contains(name, "-") {
		name = "usb" + name
	}
	node, err := nodeOf(root, name)
	if err != nil {
		return h, err
	}
	h.nodes = []string{filepath.Join(root, node)}
	control := name + ":1.0"
	if name != h.location {
		control = h.location + "-0:1.0"
	}
	h.switches, _ = filepath.Glob(filepath.Join("/", root, usbDevices, control, "*-port"+h.port, "disable"))
	return h, nil
}

// alone makes a folder that replaces sysfs's list of USB devices, with this board and its hub alone.
func (p Place) alone(root string) (string, error) {
	devices := filepath.Join("/", root, usbDevices)
	entries, err := os.ReadDir(devices)
	if err != nil {
		return "", nil // there is no USB
	}
	dir, err := os.MkdirTemp("", "loopline-usb-")
	if err != nil {
		return "", err
	}
	parent := p.Path[:max(0, strings.LastIndexAny(p.Path, ".-"))]
	for _, e := range entries {
		device, _, _ := strings.Cut(e.Name(), ":")
		if p.Path == "" || device != p.Path && device != parent && device != "usb"+parent && device != parent+"-0" {
			continue
		}
		to, err := os.Readlink(filepath.Join(devices, e.Name()))
		if err == nil {
			err = os.Symlink(to, filepath.Join(dir, e.Name()))
		}
		if err != nil {
			return "", errors.Join(err, os.RemoveAll(dir))
		}
	}
	return dir, nil
}

// Bindable returns the nodes that the sandbox can show to a command: not pseudo-terminals, because
// each program has its own.
func Bindable(nodes []string) (devices []string) {
	for _, node := range nodes {
		if strings.HasPrefix(node, "/dev/") && !strings.HasPrefix(node, "/dev/pts/") {
			devices = append(devices, node)
		}
	}
	return devices
}
