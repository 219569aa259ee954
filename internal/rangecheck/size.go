package rangecheck

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// The bounds of an amount of memory that people may give to a program.
const (
	MinMemory = 16 << 20
	MaxMemory = 1 << 40
)

// units lists the units of sizes, the largest first.
var units = [...]struct {
	name  string
	bytes int64
}{{"TiB", 1 << 40}, {"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}}

// Size is an amount of memory in bytes, which people write as 512MiB, 2GiB or none. None
// is -1. It is a flag's value, and a text of a file's.
type Size int64

// ParseSize reads a size. The error says what to write.
func ParseSize(text string) (Size, error) {
	if text == "none" {
		return -1, nil
	}
	return parseSize(text, MinMemory, "an amount of memory; write it as 512MiB, 2GiB or none")
}

func parseSize(text string, least int64, what string) (Size, error) {
	for _, u := range units {
		number, ok := strings.CutSuffix(text, u.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 32)
		if errors.Is(err, strconv.ErrSyntax) {
			break
		}
		if err != nil || n < 0 || n > MaxMemory/u.bytes || n*u.bytes < least {
			return 0, fmt.Errorf("%.40q is outside %s to %s", text, FormatSize(least), FormatSize(MaxMemory))
		}
		return Size(n * u.bytes), nil
	}
	return 0, fmt.Errorf("%.40q is not %s", text, what)
}

// FormatSize is an amount in words, such as "512 MiB": exact, in the largest unit that
// leaves a whole number.
func FormatSize(bytes int64) string {
	for _, u := range units {
		if bytes%u.bytes == 0 && bytes > 0 {
			return fmt.Sprintf("%d %s", bytes/u.bytes, u.name)
		}
	}
	return fmt.Sprintf("%d bytes", bytes)
}

// String formats the size such that ParseSize reads it.
func (s Size) String() string {
	switch {
	case s == 0:
		return ""
	case s < 0:
		return "none"
	}
	return strings.ReplaceAll(FormatSize(int64(s)), " ", "")
}

// Set reads a flag's value.
func (s *Size) Set(text string) (err error) {
	*s, err = ParseSize(text)
	return err
}

// Type names the value in help texts.
func (s Size) Type() string { return "SIZE" }

// UnmarshalText reads a value of a file.
func (s *Size) UnmarshalText(text []byte) error { return s.Set(string(text)) }

// FileSize is the size of a file in bytes, which people write as 512KiB or 16MiB. It is a text of a
// file's.
type FileSize int64

// String formats the size such that UnmarshalText reads it.
func (s FileSize) String() string { return Size(s).String() }

// UnmarshalText reads a value of a file.
func (s *FileSize) UnmarshalText(text []byte) error {
	size, err := parseSize(string(text), 1<<10, "a size; write it as 512KiB or 16MiB")
	*s = FileSize(size)
	return err
}
