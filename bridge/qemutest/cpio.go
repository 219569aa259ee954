//go:build linux

package qemutest

import (
	"fmt"
	"io"
	"path"
)

// archive writes a cpio archive in the "newc" format, which the kernel unpacks
// as its first file system.
type archive struct {
	w     io.Writer
	inode int
	made  map[string]bool // folders
	err   error
}

func newArchive(w io.Writer) *archive {
	return &archive{w: w, made: map[string]bool{"/": true, ".": true}}
}

// file adds a file, and the folders it lies in.
func (a *archive) file(name string, mode uint32, data []byte) {
	a.folder(path.Dir(name))
	a.entry(name, 0o100000|mode, data)
}

// folder adds a folder once.
func (a *archive) folder(name string) {
	if a.made[name] {
		return
	}
	a.made[name] = true
	a.folder(path.Dir(name))
	a.entry(name, 0o040755, nil)
}

// close ends the archive and answers the first error of all.
func (a *archive) close() error {
	a.entry("TRAILER!!!", 0, nil)
	return a.err
}

func (a *archive) entry(name string, mode uint32, data []byte) {
	if a.err != nil {
		return
	}
	a.inode++
	if name[0] == '/' {
		name = name[1:]
	}
	header := fmt.Sprintf("070701%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x",
		a.inode, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name)+1, 0)
	a.write(pad([]byte(header + name + "\x00")))
	a.write(pad(data))
}

func (a *archive) write(b []byte) {
	if a.err == nil {
		_, a.err = a.w.Write(b)
	}
}

// pad fills up to a multiple of four bytes, as the format has it.
func pad(b []byte) []byte {
	for len(b)%4 != 0 {
		b = append(b[:len(b):len(b)], 0)
	}
	return b
}
