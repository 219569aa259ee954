package record

import (
	"bytes"
	"fmt"
	"io"
)

// readEnd sets up the chain behind the file's last line that is whole, and
// notes a line that a killed host left behind. It reads no more than that.
func (r *File) readEnd() error {
	info, err := r.file.Stat()
	if err != nil || info.Size() == 0 {
		return err
	}
	r.size = info.Size()
	end, err := lastLines(r.file, info.Size())
	if err != nil {
		return fmt.Errorf("record %s: %w: name another file", r.file.Name(), err)
	}
	if err := r.chain.end(end); err != nil {
		return fmt.Errorf("record %s: %w: name another file", r.file.Name(), err)
	}
	r.torn = end[len(end)-1] != '\n'
	return nil
}

// maxEnd limits the bytes read at the end of a record: a few lines.
const maxEnd = 4 * MaxLine

// lastLines reads the end of a record from its last whole line on.
func lastLines(f io.ReaderAt, size int64) ([]byte, error) {
	for n := int64(16 << 10); ; n *= 4 {
		n = min(n, size)
		end := make([]byte, n)
		if _, err := f.ReadAt(end, size-n); err != nil {
			return nil, err
		}
		whole := end
		if n < size { // the first line may have begun before
			_, whole, _ = bytes.Cut(end, []byte("\n"))
		}
		if at := lastWhole(whole); at >= 0 {
			return whole[at:], nil
		}
		switch {
		case n == size:
			return end, nil
		case n >= maxEnd:
			return nil, fmt.Errorf("no event ends in its last %d bytes", n)
		}
	}
}

// lastWhole returns where the last line begins that has a sum, or -1.
func lastWhole(text []byte) int {
	for end := len(text); end > 0; {
		at := bytes.LastIndexByte(text[:end-1], '\n') + 1
		if _, _, ok := splitSum(bytes.TrimSuffix(text[at:end], []byte("\n"))); ok {
			return at
		}
		end = at
	}
	return -1
}
