package simfs

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"strings"
	"syscall"
	"time"

	"github.com/loopline/loopline/internal/vfs"
)

// ErrDead is the error of all that a program does after its end.
var ErrDead = errors.New("the program was killed")

var _ vfs.FS = (*Process)(nil)

// OpenFile opens a file.
func (p *Process) OpenFile(name string, flag int, perm fs.FileMode) (vfs.File, error) {
	d := p.disk
	d.mu.Lock()
	defer d.mu.Unlock()
	if flag&os.O_CREATE != 0 {
		p.step()
	}
	if p.dead {
		return nil, failed("open", name, ErrDead)
	}
	n := d.find(name)
	writes := flag&(os.O_WRONLY|os.O_RDWR) != 0
	if writes && d.readOnly {
		d.counts.ReadOnly++
		return nil, failed("open", name, syscall.EROFS)
	}
	switch {
	case n == nil && flag&os.O_CREATE == 0:
		return nil, failed("open", name, fs.ErrNotExist)
	case n == nil:
		at := d.find(path.Dir(clean(name)))
		if at == nil || !at.dir {
			return nil, failed("open", name, fs.ErrNotExist)
		}
		n = &node{}
		at.names[path.Base(clean(name))] = n
		d.note(name, "made by %s", p.name)
	case n.dir && writes:
		return nil, failed("open", name, syscall.EISDIR)
	case writes:
		d.note(name, "opened by %s", p.name)
	}
	if flag&os.O_TRUNC != 0 && len(n.seen) > 0 {
		n.change(0, nil, time.Now())
		d.note(name, "emptied")
	}
	return &file{process: p, node: n, name: name, writes: writes, appends: flag&os.O_APPEND != 0}, nil
}

// OpenDir opens a folder to be locked.
func (p *Process) OpenDir(name string) (vfs.File, error) { return p.OpenFile(name, os.O_RDONLY, 0) }

// Stat tells of a file.
func (p *Process) Stat(name string) (fs.FileInfo, error) {
	p.disk.mu.Lock()
	defer p.disk.mu.Unlock()
	if p.dead {
		return nil, failed("stat", name, ErrDead)
	}
	n := p.disk.find(name)
	if n == nil {
		return nil, failed("stat", name, fs.ErrNotExist)
	}
	return n.info(name), nil
}

// Lstat is Stat: there are no links.
func (p *Process) Lstat(name string) (fs.FileInfo, error) { return p.Stat(name) }

// ReadDir lists a folder.
func (p *Process) ReadDir(name string) (all []fs.DirEntry, err error) {
	p.disk.mu.Lock()
	defer p.disk.mu.Unlock()
	if p.dead {
		return nil, failed("readdir", name, ErrDead)
	}
	n := p.disk.find(name)
	if n == nil || !n.dir {
		return nil, failed("readdir", name, fs.ErrNotExist)
	}
	for _, below := range sorted(n.names) {
		all = append(all, fs.FileInfoToDirEntry(n.names[below].info(below)))
	}
	return all, nil
}

// MkdirAll makes a folder and those above it.
func (p *Process) MkdirAll(name string, _ fs.FileMode) error {
	d := p.disk
	d.mu.Lock()
	defer d.mu.Unlock()
	if p.step(); p.dead {
		return failed("mkdir", name, ErrDead)
	}
	d.note(name, "made by %s", p.name)
	n := d.root
	for part := range strings.SplitSeq(clean(name), "/") {
		below := n.names[part]
		switch {
		case below == nil && d.readOnly:
			d.counts.ReadOnly++
			return failed("mkdir", name, syscall.EROFS)
		case below == nil:
			below = newDir()
			n.names[part] = below
		case !below.dir:
			return failed("mkdir", name, syscall.ENOTDIR)
		}
		n = below
	}
	return nil
}

// SyncDir brings the names in a folder to the disk.
func (p *Process) SyncDir(name string) error {
	d := p.disk
	d.mu.Lock()
	defer d.mu.Unlock()
	if p.step(); p.dead {
		return failed("sync", name, ErrDead)
	}
	n := d.find(name)
	if n == nil || !n.dir {
		return failed("sync", name, fs.ErrNotExist)
	}
	if d.noSync != nil && d.noSync(clean(name)) {
		d.counts.Unsynced++
		return failed("sync", name, d.whyNoSync)
	}
	d.note(name, "synced by %s", p.name)
	for below, of := range n.names {
		n.kept[below] = of
	}
	return nil
}

// info is a fs.FileInfo.
type info struct {
	name string
	size int64
	dir  bool
}

func (n *node) info(name string) *info {
	return &info{path.Base(clean(name)), int64(len(n.seen)), n.dir}
}

// Name is the last part of the path.
func (i *info) Name() string { return i.name }

// Size is the length in bytes.
func (i *info) Size() int64 { return i.size }

// Mode says whether it is a folder.
func (i *info) Mode() fs.FileMode {
	if i.dir {
		return fs.ModeDir | 0o755
	}
	return 0o644
}

// ModTime is always the same.
func (i *info) ModTime() time.Time { return time.Time{} }

// IsDir reports whether it is a folder.
func (i *info) IsDir() bool { return i.dir }

// Sys is nil.
func (i *info) Sys() any { return nil }
