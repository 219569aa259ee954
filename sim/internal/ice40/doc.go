// Package ice40 makes netlists for an iCE40, of bitstreams or by synthesis, and simulates them.
package ice40
