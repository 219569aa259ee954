package vectors

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/vfs"
)

// FormatName and Version are in every header. Readers refuse any other: misreading a vector is
// worse than not reading it.
const (
	FormatName = "loopline-vectors"
	Version    = 1
)

// HeaderSize is the length of a file's first line in bytes, including its line feed. Spaces pad the
// header, because its count and hash are known last.
const HeaderSize = 512

// Header is the first line of a file: a JSON object, after "// " in hex
// files and after "# " in CSV.
type Header struct {
	Format   string   `json:"format"` // FormatName
	Version  int      `json:"version"`
	Game     string   `json:"game,omitempty"` // of the set
	Kind     Kind     `json:"kind"`
	Encoding Encoding `json:"form"`
	Command  string   `json:"command"` // makes this file again
	Seed     uint64   `json:"seed"`
	Goal     int      `json:"quota"`  // of each bin; 0 disables bins
	Grid     string   `json:"board"`  // the finite board, such as 32x32
	Count    int      `json:"count"`  // of vectors
	SHA256   string   `json:"sha256"` // of all bytes after the first line

	// Deepest is how many moves led to the position of a vector, at most; 0 if the vectors have none. It is known
	// once a file has been written, or read whole as JSON Lines.
	Deepest int `json:"-"`
}

// Depth returns a sentence on how far into a game a file looks, or "" where
// its vectors have no positions.
func (h *Header) Depth() string {
	if h.Deepest == 0 {
		return ""
	}
	return fmt.Sprintf("no position is behind more than %s: what a longer game shows, such as a counter of turns that overflows, is not asked; "+
		"loopline sim compare plays on", humanize.Plural(h.Deepest, "move", "moves"))
}

// append appends exactly HeaderSize bytes. It fails if the header is longer.
func (h *Header) append(dst []byte) ([]byte, error) {
	text, err := json.Marshal(h)
	if err != nil {
		return dst, err
	}
	from := len(dst)
	dst = append(append(dst, h.Encoding.comment()...), text...)
	n := HeaderSize - 1 - (len(dst) - from)
	if n < 0 {
		return dst, fmt.Errorf("the header is %d bytes too long", -n)
	}
	return append(append(dst, bytes.Repeat([]byte(" "), n)...), '\n'), nil
}

// parseHeader reads the first line of a file.
func (s *Set) parseHeader(line []byte) (Header, error) {
	var h Header
	text, marked := bytes.CutPrefix(line, []byte("\xef\xbb\xbf"))
	for _, e := range Encodings() {
		if c := e.comment(); c != "" {
			text = bytes.TrimPrefix(text, []byte(c))
		}
	}
	d := json.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(&h); err != nil || h.Format != FormatName {
		return h, fmt.Errorf("does not begin with the header of a vector file; make one with: loopline vectors gen")
	}
	if h.Version != Version {
		return h, fmt.Errorf("has version %d of the format, this program reads version %d; make it again with: %.200s",
			h.Version, Version, h.Command)
	}
	switch {
	case marked:
		return h, fmt.Errorf("begins with a byte order mark: an editor changed the file; make it again with: %.200s", h.Command)
	case bytes.HasSuffix(line, []byte("\r")):
		return h, fmt.Errorf("ends its lines with CR LF: a tool converted the file, such as git with core.autocrlf; "+
			"convert it back, to LF alone, or make it again with: %.200s", h.Command)
	}
	return h, s.check(&h, line)
}

// FileGame returns the game in a file's header, or "" if the file has none. It doesn't check the rest: use [ReadFile].
func FileGame(name string) (string, error) {
	f, err := vfs.OpenRegular(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	first, err := bufio.NewReaderSize(f, HeaderSize).ReadSlice('\n')
	var h struct{ Format, Game string }
	if err == nil {
		err = json.Unmarshal(first[max(0, bytes.IndexByte(first, '{')):], &h)
	}
	if err != nil || h.Format != FormatName {
		return "", nil // ReadFile reports it
	}
	return h.Game, nil
}

// IsFile reports whether a file with this start holds vectors, in any encoding.
func IsFile(start string) bool {
	for _, e := range Encodings() {
		if strings.HasPrefix(start, e.comment()+`{"format":"`+FormatName+`"`) {
			return true
		}
	}
	return false
}

// check refuses a header that no generator writes.
func (s *Set) check(h *Header, line []byte) error {
	sum, err := hex.DecodeString(h.SHA256)
	switch {
	case err != nil || len(sum) != 32:
		return fmt.Errorf("the header's sha256 is not 64 hexadecimal digits")
	case h.Game != s.Game:
		return fmt.Errorf("the vectors are of the game %.40q, not of %q", h.Game, s.Game)
	case s.number(h.Kind) == 0:
		return fmt.Errorf("unknown kind of vectors %.40q", h.Kind)
	case !slices.Contains(Encodings(), h.Encoding) || !bytes.HasPrefix(line, []byte(h.Encoding.comment()+"{")):
		return fmt.Errorf("the header does not say which form the file has")
	case h.Count < 0 || h.Goal < 0:
		return fmt.Errorf("the header's count or quota is negative")
	}
	if _, err := s.ParseGridSize(h.Grid); err != nil {
		return fmt.Errorf("the header's %w", err)
	}
	return nil
}
