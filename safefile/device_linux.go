package safefile

import (
	"io/fs"
	"syscall"
)

// Numbers of devices: Documentation/admin-guide/devices.txt of Linux.
const (
	majorMemory   = 1 // of which null is 3 and full is 7
	majorTTY      = 4 // of which consoles are below 64, and serial ports behind
	majorTTYAux   = 5
	majorTerminal = 136 // to 143: pseudo-terminals
)

// harmlessDevice reports whether a character device is null, full, a console or
// a pseudo-terminal.
func harmlessDevice(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return false
	}
	major, minor := stat.Rdev>>8&0xfff, stat.Rdev&0xff
	switch {
	case major == majorMemory:
		return minor == 3 || minor == 7
	case major == majorTTY:
		return minor < 64
	case major == majorTTYAux:
		return minor < 2
	}
	return major >= majorTerminal && major < majorTerminal+8
}
