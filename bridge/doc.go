// Package bridge connects to players over serial lines, USB, TCP and pipes, and
// cuts what they send into lines.
//
// [Open] takes an address such as serial:/dev/ttyUSB0, usb:0403:6010,
// tcp:host:port, listen::10001 or exec:./mybot and returns an [io.ReadWriteCloser]. [NewLine]
// reads and writes lines over it, stamped with the time they arrived. [Tap]
// keeps what was seen on the wire, [Relay] joins two wires, [Ports] lists the
// serial devices of this machine without opening any of them, and [Diagnose]
// says what is in the way of a board.
//
// The package knows no game and no host. It is written for Linux; what leans on
// Linux is in files named so.
package bridge
