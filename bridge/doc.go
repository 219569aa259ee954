// Package bridge opens players over serial lines, USB, TCP and pipes.
//
// [Open] takes an address such as serial:/dev/ttyUSB0, usb:0403:6010,
// tcp:host:port, listen::10001 or exec:./mybot and returns an [io.ReadWriteCloser].
// Package addr reads the address, packages exec and serial open two kinds of players,
// package lines reads and writes lines over what was opened, package devices lists the
// serial devices of this machine, and package ports says what is in the way of a board.
//
// None of them knows a game or a host. They are written for Linux; what leans on
// Linux is in files named so.
package bridge
