// Package lines cuts what a player sends into lines, stamps them, and taps and relays what passes on a wire.
package lines
