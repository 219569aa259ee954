//go:build linux

// Package qemutest boots a stock Linux kernel under QEMU with emulated USB
// boards plugged in, so that what drives hardware is tried against real drivers
// and not against a picture of them.
//
// [Image.Build] packs a kernel's modules and the programs under test into an
// initramfs, [Boot] starts the machine, [Machine.Run] and [Machine.Start] run
// programs in it, [Machine.Plug] gives it a USB serial adapter whose wire ends in
// this process. QEMU emulates in software alone, for a machine may offer a
// /dev/kvm that hangs.
//
// The package knows no player and no game.
package qemutest
