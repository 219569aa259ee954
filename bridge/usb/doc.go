// Package usb drives serial adapters over raw USB: FTDI's chips, and whatever
// speaks the standard's own serial class, CDC-ACM.
//
// [Devices] lists what is plugged in, read from /sys, without opening any.
// [Open] takes the kernel's driver off the one interface it needs, and Close
// gives it back; [RunGuard] does so for a program that was killed.
//
// libusb, by way of gousb, finds a device and sets it up; transfers are then given
// to the kernel, and by libusb where that takes none. Both are built in with the
// build tag usb (see [Built]); everything else builds everywhere.
package usb
