package rangecheck

import (
	"fmt"
	"strconv"
	"time"
)

// ParseDuration reads a time that people write as "1s" or "200ms". The error says what to
// write.
func ParseDuration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err == nil {
		return d, nil
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return 0, NoUnit(fmt.Sprintf("%.40q", text), text)
	}
	return 0, fmt.Errorf("%.40q: write a time as \"1s\" or \"200ms\"", text)
}

// NoUnit is the error for a time that is a bare number.
func NoUnit(what, number string) error {
	return fmt.Errorf("%s has no unit; write it as \"%.40ss\" or \"%.40sms\"", what, number, number)
}
