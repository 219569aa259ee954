package simfs

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Options configures a simulated disk.
type Options struct {
	Seed uint64

	// SyncTime returns the duration of a SyncData of the file at a path; nil means 0.
	// It is for files that are synced while no mutex is held: in a synctest bubble time
	// stands still while a goroutine waits for a mutex.
	SyncTime func(name string, now time.Time) time.Duration
}

// Counts counts the injected faults of a disk.
type Counts struct {
	Torn     int // files that a loss of power left as they never were
	Unnamed  int // files that were gone because their folder was not synced
	Full     int // writes that found the disk full
	Unsynced int // syncs that failed
	ReadOnly int // files that could not be opened or written because of that
}

// Disk is a disk. Its methods may be called concurrently.
type Disk struct {
	o Options

	mu        sync.Mutex
	root      *node
	processes []*Process
	full      func(name string) bool
	readOnly  bool
	noSync    func(name string) bool
	whyNoSync syscall.Errno
	counts    Counts
	losses    int
	trace     []Event
}

// Event is something that a program did with a file.
type Event struct {
	At   time.Time
	Path string
	What string
}

// node is a file or a folder.
type node struct {
	content
	dir    bool
	names  map[string]*node // that programs see
	kept   map[string]*node // on the disk
	holder *file            // of the lock
}

func newDir() *node {
	return &node{dir: true, names: map[string]*node{}, kept: map[string]*node{}}
}

// New makes an empty disk.
func New(o Options) *Disk { return &Disk{o: o, root: newDir()} }

// Process is a program that uses the disk: a vfs.FS. When it is killed, or the power is
// lost, whatever it does fails and changes nothing, so that nothing that it did not
// write before reaches the disk.
type Process struct {
	disk  *Disk
	name  string
	dead  bool
	steps int // that are left until it ends
	end   func()
}

// Process starts a program.
func (d *Disk) Process(name string) *Process {
	d.mu.Lock()
	defer d.mu.Unlock()
	p := &Process{disk: d, name: name}
	d.processes = append(d.processes, p)
	return p
}

// Name returns the name that the program was started with.
func (p *Process) Name() string { return p.name }

// EndsAt ends a program before its nth change of the disk, with a loss of power or by a
// crash of the program alone. It then calls ended, which may not use the disk.
func (p *Process) EndsAt(n int, powerLoss bool, ended func()) {
	p.disk.mu.Lock()
	defer p.disk.mu.Unlock()
	p.steps = n
	p.end = func() {
		if powerLoss {
			p.disk.powerLoss()
		}
		p.kill()
		ended()
	}
}

// step is before each change of the disk.
func (p *Process) step() {
	if p.steps--; p.steps == 0 && !p.dead {
		p.end()
	}
}

// Kill ends a program. Others see its writes, and its locks are free.
func (p *Process) Kill() {
	p.disk.mu.Lock()
	defer p.disk.mu.Unlock()
	p.kill()
}

func (p *Process) kill() {
	p.dead = true
	p.disk.root.unlock(func(f *file) bool { return f.process == p })
}

// unlock gives locks back.
func (n *node) unlock(of func(*file) bool) {
	if n.holder != nil && of(n.holder) {
		n.holder = nil
	}
	for _, below := range n.names {
		below.unlock(of)
	}
}

// PowerLoss ends all programs, and leaves of the disk what the seed says.
func (d *Disk) PowerLoss() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.powerLoss()
}

func (d *Disk) powerLoss() {
	for _, p := range d.processes {
		p.kill()
	}
	d.processes = nil
	d.losses++
	d.left("", d.root)
}

func (d *Disk) left(name string, n *node) {
	r := Chance(d.o.Seed, name, int64(d.losses))
	n.holder = nil
	if !n.dir {
		disk, torn := n.content.left(r)
		if torn {
			d.counts.Torn++
		}
		n.content = content{seen: slices.Clone(disk), base: slices.Clone(disk), disk: disk}
		return
	}
	for _, below := range sorted(n.names) {
		of := n.names[below]
		if n.kept[below] == nil && r.IntN(2) == 0 {
			d.counts.Unnamed++
			delete(n.names, below)
			continue
		}
		n.kept[below] = of
		d.left(path.Join(name, below), of)
	}
}

func sorted(names map[string]*node) (all []string) {
	for name := range names {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

// Full makes the disk full for the files that of selects, from now on: writes there
// keep a part at most. Nil ends that.
func (d *Disk) Full(of func(name string) bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.full = of
}

// FailSyncs makes syncs of the files that of selects fail from now on; nil ends that.
func (d *Disk) FailSyncs(of func(name string) bool) { d.failSyncs(syscall.EIO, of) }

// FullSyncs is FailSyncs of a disk that is found full by the sync, and not by the write: one that allocates
// late, or is on a network.
func (d *Disk) FullSyncs(of func(name string) bool) { d.failSyncs(syscall.ENOSPC, of) }

func (d *Disk) failSyncs(why syscall.Errno, of func(name string) bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.noSync, d.whyNoSync = of, why
}

// ReadOnly says whether the disk can be read alone.
func (d *Disk) ReadOnly(is bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.readOnly = is
}

// Counts returns the counts so far.
func (d *Disk) Counts() Counts {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.counts
}

// Seen is the text of a file as programs see it, and whether it is there.
func (d *Disk) Seen(name string) (text []byte, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := d.find(name)
	if n == nil || n.dir {
		return nil, false
	}
	return slices.Clone(n.seen), true
}

// Kept is the text of a file as a loss of power leaves it at least, and whether it is
// there.
func (d *Disk) Kept(name string) (text []byte, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := d.find(name)
	if n == nil || n.dir {
		return nil, false
	}
	return slices.Clone(n.disk), true
}

// Sum is a sum over the names and bytes of all files, as programs see them.
func (d *Disk) Sum() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	hash := sha256.New()
	var add func(name string, n *node)
	add = func(name string, n *node) {
		fmt.Fprintf(hash, "%q %v %d\n", name, n.dir, len(n.seen))
		hash.Write(n.seen)
		for _, below := range sorted(n.names) {
			add(path.Join(name, below), n.names[below])
		}
	}
	add("", d.root)
	return hex.EncodeToString(hash.Sum(nil))
}

// Trace returns all operations on files, sorted by time and path.
func (d *Disk) Trace() []Event {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := slices.Clone(d.trace)
	slices.SortStableFunc(all, func(a, b Event) int {
		if c := a.At.Compare(b.At); c != 0 {
			return c
		}
		return strings.Compare(a.Path, b.Path)
	})
	return all
}

func (d *Disk) note(name, format string, values ...any) {
	d.trace = append(d.trace, Event{time.Now(), clean(name), fmt.Sprintf(format, values...)})
}

// clean is a path with slashes, without those around it.
func clean(name string) string {
	return strings.Trim(path.Clean(strings.ReplaceAll(name, `\`, "/")), "/")
}

// find returns the node at a path, or nil.
func (d *Disk) find(name string) *node {
	n := d.root
	if name = clean(name); name == "" || name == "." {
		return n
	}
	for part := range strings.SplitSeq(name, "/") {
		if n = n.names[part]; n == nil {
			return nil
		}
	}
	return n
}

func failed(op, name string, err error) error { return &fs.PathError{Op: op, Path: name, Err: err} }
