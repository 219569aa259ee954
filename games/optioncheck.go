package games

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// isBool takes true and false.
func isBool(value string) error {
	if value != "true" && value != "false" {
		return fmt.Errorf("write true or false")
	}
	return nil
}

// isPositive takes whole numbers above 0.
func isPositive(value string) error {
	if n, err := strconv.Atoi(value); err != nil || n < 1 {
		return fmt.Errorf("write a whole number above 0")
	}
	return nil
}

// isSeed takes whole numbers from 0 on, as far as 64 bits hold them.
func isSeed(value string) error {
	if _, err := strconv.ParseUint(value, 10, 64); err != nil {
		return errors.New("write a whole number")
	}
	return nil
}

// isMilliseconds takes 1 ms to a day.
func isMilliseconds(value string) error {
	if n, err := strconv.Atoi(value); err != nil || n < 1 || n > int(24*time.Hour/time.Millisecond) {
		return errors.New("write milliseconds from 1 to 86400000")
	}
	return nil
}

// millisecondsOr returns the time that an option says, or another if it is not given.
func millisecondsOr(value string, other time.Duration) time.Duration {
	if ms, err := strconv.Atoi(value); err == nil {
		return time.Duration(ms) * time.Millisecond
	}
	return other
}

// isOneOf takes some words. The empty one is not named.
func isOneOf[T ~string](words ...T) func(string) error {
	return func(value string) error {
		var named []string
		for _, w := range words {
			if value == string(w) {
				return nil
			}
			if w != "" {
				named = append(named, string(w))
			}
		}
		return errors.New("there are " + strings.Join(named, ", "))
	}
}
