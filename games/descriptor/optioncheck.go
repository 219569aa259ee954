package descriptor

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// IsBool takes true and false.
func IsBool(value string) error {
	if value != "true" && value != "false" {
		return fmt.Errorf("write true or false")
	}
	return nil
}

// IsPositive takes whole numbers above 0.
func IsPositive(value string) error {
	if n, err := strconv.Atoi(value); err != nil || n < 1 {
		return fmt.Errorf("write a whole number above 0")
	}
	return nil
}

// IsSeed takes whole numbers from 0 on, as far as 64 bits hold them.
func IsSeed(value string) error {
	if _, err := strconv.ParseUint(value, 10, 64); err != nil {
		return errors.New("write a whole number")
	}
	return nil
}

// IsMilliseconds takes 1 ms to a day.
func IsMilliseconds(value string) error {
	if n, err := strconv.Atoi(value); err != nil || n < 1 || n > int(24*time.Hour/time.Millisecond) {
		return errors.New("write milliseconds from 1 to 86400000")
	}
	return nil
}

// MillisecondsOr returns the time that an option says, or another if it is not given.
func MillisecondsOr(value string, other time.Duration) time.Duration {
	if ms, err := strconv.Atoi(value); err == nil {
		return time.Duration(ms) * time.Millisecond
	}
	return other
}

// IsOneOf takes some words. The empty one is not named.
func IsOneOf[T ~string](words ...T) func(string) error {
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
