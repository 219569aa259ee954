package safefile

import (
	"io/fs"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// device is a character device by its numbers.
type device struct {
	fs.FileInfo
	major, minor uint64
}

func (d device) Sys() any { return &syscall.Stat_t{Rdev: d.major<<8 | d.minor} }

// A serial port is a board: nothing is written into one by mistake.
func TestHarmlessDevices(t *testing.T) {
	for d, want := range map[device]bool{
		{major: 1, minor: 3}: true, {major: 1, minor: 7}: true, // null, full
		{major: 1, minor: 2}: false, {major: 1, minor: 8}: false, // kmem, random
		{major: 4, minor: 0}: true, {major: 4, minor: 63}: true, {major: 4, minor: 64}: false, // tty0, tty63, ttyS0
		{major: 5, minor: 0}: true, {major: 5, minor: 1}: true, {major: 5, minor: 2}: false, // tty, console, ptmx
		{major: 135, minor: 0}: false, {major: 136, minor: 0}: true, {major: 143, minor: 9}: true, {major: 144, minor: 0}: false,
		{major: 188, minor: 0}: false, {major: 166, minor: 0}: false, // ttyUSB0, ttyACM0
	} {
		require.Equal(t, want, harmlessDevice(d), "%d:%d", d.major, d.minor)
	}
}
