// Package tooling finds the tools that read and build designs, runs them in isolation, reads what they
// made, and keeps it in a cache.
package tooling
