// Package levels calculates with bits that may be low, high, or either.
package levels
