// Package devices lists the serial ports and boards of this machine, and who holds them.
package devices
