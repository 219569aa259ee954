// Package usb drives serial adapters over raw USB: FTDI's chips, and whatever
// speaks the standard's own serial class, CDC-ACM.
//
// [Devices] lists the attached devices, read from /sys, without opening any.
// [Open] takes the kernel's driver off the one interface it needs, and Close
// gives it back; [RunReattacher] does so for a program that was killed.
//
// Transfers are given to the kernel, by the files of /dev/bus/usb: no library and no
// cgo are in between. With the build tag usb, which takes libusb, [Config].Libusb has
// that find the device and make the transfers instead, by way of gousb: what another
// implementation does with the same board shows whether ours is at fault. Devices are
// listed and opened on Linux alone; the package builds everywhere.
package usb
