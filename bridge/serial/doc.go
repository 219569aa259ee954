// Package serial opens a serial port, drains it and lowers its latency.
package serial
