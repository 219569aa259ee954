// Package sourcestest helps the tests of the rooms above sources.
package sourcestest
