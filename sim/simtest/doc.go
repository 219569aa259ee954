// Package simtest helps the tests of sim and of its rooms above model.
package simtest
