// Package waves writes what a viewer of waveforms shows first.
package waves
