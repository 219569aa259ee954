// Package toolset knows the programs of others that read, build and prove designs: where
// they lie, which versions Loopline is made for, and how to install them.
package toolset
