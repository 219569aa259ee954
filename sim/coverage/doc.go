// Package coverage counts which code of designs ran.
package coverage
