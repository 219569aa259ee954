package sources

import (
	"bytes"
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/loopline/loopline/internal/quoting"
	"github.com/loopline/loopline/sim/tooling"
)

// Limits of a design's sources.
const (
	maxSourceFiles   = 5000
	maxSourceBytes   = 64 << 20 // of all files together
	maxSourceEntries = 20_000   // of its folders, hidden ones too
	maxSourceDepth   = 32       // folders in each other

	// Limits of the text that is searched for declarations, and of their number: the
	// searches take time that grows with both.
	maxHDLBytes     = 16 << 20
	MaxDeclarations = 20_000
)

// Source is a set of HDL files.
type Source struct {
	Name string // of their folder, as people know it
	FS   fs.FS
}

// Embedded reports whether the files are part of this program. Others are a
// stranger's, which are built and run in isolation alone.
func (s Source) Embedded() bool {
	_, ok := s.FS.(embed.FS)
	return ok
}

// DirSource returns the files in a directory and below it. The directory may be
// named by a link; what is in it may be no link, and is never read through one.
func DirSource(dir string) (Source, error) {
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return Source{}, err
	case !info.IsDir():
		return Source{}, fmt.Errorf("%s is not a directory; name the one that holds the HDL files", dir)
	}
	return Source{Name: dir, FS: RootedFS(dir)}, nil
}

// RootedFS is the files below a folder. A name leads nowhere else, whatever
// links there are, and opening a file does not wait, whatever it is.
type RootedFS string

// Open opens a file to be read.
func (dir RootedFS) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	root, err := os.OpenRoot(string(dir))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return root.OpenFile(name, os.O_RDONLY|tooling.WithoutWaiting, 0)
}

// File is a file of a design as it was when the design was read.
type File struct {
	Name   string // in the source, with slashes
	Text   []byte // of HDL without a byte order mark
	Marked bool   // it has one
	Joined []int  // lines of macros whose comment ended in a byte that is half a character and a backslash too
	Old    bool   // it is read as Verilog-2005
}

// Read takes a copy of all files, sorted by name. Hidden ones, and folders
// that hold them, are left out. What is neither a file nor a folder, and what
// passes a limit, is an error that names it.
func (s Source) Read() ([]File, error) {
	r := sourceReader{source: s}
	if err := r.folder(".", 0); err != nil {
		return nil, err
	}
	slices.SortFunc(r.files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	if err := r.checkLinks(); err != nil {
		return nil, err
	}
	includeBeside(r.files)
	return r.files, r.checkHDL()
}

// checkLinks refuses a link that a file of the design may need: one that it names, or one that stands for HDL where
// there is no other. Whole trees have links that no tool reads.
func (r *sourceReader) checkLinks() error {
	if len(r.links) == 0 {
		return nil
	}
	anyHDL := slices.ContainsFunc(r.files, func(f File) bool { return IsHDL(f.Name) || IsVHDL(f.Name) })
	var texts [][]byte // in which a link may be named
	for _, f := range r.files {
		if IsHDL(f.Name) || IsVHDL(f.Name) || IsHeader(f.Name) || path.Ext(f.Name) == ".f" {
			texts = append(texts, withoutComments(f.Text))
		}
	}
	for _, name := range r.links {
		called := path.Base(name)
		needed := path.Ext(called) == ".f"
		if IsHDL(name) || IsVHDL(name) {
			called = strings.TrimSuffix(called, path.Ext(called))
			needed = !anyHDL || called == "top"
		}
		fold := map[bool]string{true: "(?i)"}[IsVHDL(name)] // VHDL has one word for both cases
		behind := `(?:$|[^\w$-])`
		if path.Ext(name) == "" {
			behind = `[/"]` // of a folder or of data, which texts name in paths alone
		}
		named := regexp.MustCompile(fold + `(?:^|[^\w$.-])` + quoting.Pattern(called) + behind)
		needed = needed || slices.ContainsFunc(texts, named.Match)
		if needed {
			return r.refuse(name, unfit(fs.ModeSymlink))
		}
	}
	return nil
}

// Links returns the links in a source, which nobody follows; none if it cannot be read.
func (s Source) Links() []string {
	r := sourceReader{source: s}
	if r.folder(".", 0) != nil {
		return nil
	}
	return r.links
}

type sourceReader struct {
	source  Source
	links   []string
	files   []File
	entries int
	bytes   int64
}

func (r *sourceReader) folder(name string, depth int) error {
	if depth > maxSourceDepth {
		return fmt.Errorf("%s: %s: folders lie in each other more than %d deep; name the directory of the HDL files alone",
			r.source.Name, tooling.ShownName(name), maxSourceDepth)
	}
	f, err := r.source.FS.Open(name)
	if err != nil {
		return r.unread(name, err)
	}
	defer f.Close()
	dir, ok := f.(fs.ReadDirFile)
	if !ok {
		return r.refuse(name, "is not a folder any more")
	}
	for {
		const some = 256
		entries, err := dir.ReadDir(some)
		for _, e := range entries {
			if err := r.entry(path.Join(name, e.Name()), e, depth); err != nil {
				return err
			}
		}
		switch {
		case errors.Is(err, io.EOF) || err == nil && len(entries) == 0:
			return nil
		case err != nil:
			return r.unread(name, err)
		}
	}
}

// entry reads what a folder holds.
func (r *sourceReader) entry(name string, e fs.DirEntry, depth int) error {
	if r.entries++; r.entries > maxSourceEntries {
		return r.tooMuch()
	}
	base := e.Name()
	switch {
	case strings.HasPrefix(base, "."):
		return nil
	case len(base) > tooling.MaxName || strings.ContainsFunc(base, unicode.IsControl):
		return r.refuse(name, "has a name that is too long or has line ends in it; rename it")
	case e.IsDir():
		return r.folder(name, depth+1)
	case e.Type().IsRegular():
		return r.file(name)
	case e.Type() == fs.ModeSymlink:
		r.links = append(r.links, name) // never followed
		return nil
	}
	return r.refuse(name, unfit(e.Type()))
}

func (r *sourceReader) file(name string) error {
	if len(r.files) == maxSourceFiles {
		return r.tooMuch()
	}
	opened, err := r.source.FS.Open(name)
	if err != nil {
		return r.unread(name, err)
	}
	defer opened.Close()
	info, err := opened.Stat() // the open file: the name may lead to another by now
	if err != nil {
		return r.unread(name, err)
	}
	if !info.Mode().IsRegular() {
		return r.refuse(name, unfit(info.Mode()))
	}
	text, err := io.ReadAll(io.LimitReader(opened, maxSourceBytes+1-r.bytes))
	if err != nil {
		return r.unread(name, err)
	}
	if r.bytes += int64(len(text)); r.bytes > maxSourceBytes {
		return r.tooMuch()
	}
	f := File{Name: ToolName(name), Text: text}
	if IsHDL(name) || IsHeader(name) || IsVHDL(name) || path.Ext(name) == ".f" {
		f.Text, f.Marked = withoutMark(text)
		if !IsVHDL(name) {
			f.Text, f.Joined = withoutJoins(f.Text)
		}
	}
	r.files = append(r.files, f)
	return nil
}

// ToolName returns the name that tools get for a file of a design: Verilator loses what is behind a blank, with the
// line, and writes letters that are not ASCII as question marks. So these are %XX in the names of Verilog files.
func ToolName(name string) string {
	if !IsHDL(name) {
		return name
	}
	var b strings.Builder
	for _, c := range []byte(name) {
		if c == ' ' || c >= utf8.RuneSelf {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// withoutJoins returns a text with a blank for each backslash that is half a character of Shift-JIS, such as 表, at the
// end of a comment in a macro, and the lines: tools take the next line for more of the macro. UTF-8 has none.
func withoutJoins(text []byte) (plain []byte, lines []int) {
	if utf8.Valid(text) {
		return text, nil
	}
	plain = bytes.Clone(text)
	number := 0
	for line := range bytes.Lines(plain) {
		number++
		line = bytes.TrimRight(line, "\r\n")
		half := len(line) - 1
		if half < 1 || line[half] != '\\' || !leadsShiftJIS(line[half-1]) ||
			!bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte("`define")) || !bytes.Contains(line, []byte("//")) {
			continue
		}
		line[half] = ' '
		lines = append(lines, number)
	}
	return plain, lines
}

// leadsShiftJIS reports whether a byte begins a character of two bytes.
func leadsShiftJIS(b byte) bool { return 0x81 <= b && b <= 0x9f || 0xe0 <= b && b <= 0xfc }

// withoutMark returns a text less the byte order mark that editors put before it, and UTF-16 as UTF-8.
func withoutMark(text []byte) (plain []byte, marked bool) {
	var order binary.ByteOrder = binary.LittleEndian
	switch {
	case bytes.HasPrefix(text, []byte("\xef\xbb\xbf")):
		return text[3:], true
	case bytes.HasPrefix(text, []byte("\xfe\xff")):
		order = binary.BigEndian
	case !bytes.HasPrefix(text, []byte("\xff\xfe")):
		return text, false
	}
	words := make([]uint16, len(text)/2-1)
	for i := range words {
		words[i] = order.Uint16(text[2+2*i:])
	}
	return []byte(string(utf16.Decode(words))), true
}

// unfit describes a file type that a design may not contain, with the remedy.
func unfit(mode fs.FileMode) string {
	switch mode.Type() {
	case fs.ModeSymlink:
		return "is a link, which a design may not have: it may lead to a file of another user; put a copy of the file in its place"
	case fs.ModeNamedPipe:
		return "is a named pipe; a design holds files and folders alone: take it out"
	case fs.ModeSocket:
		return "is a socket; a design holds files and folders alone: take it out"
	case fs.ModeDevice, fs.ModeDevice | fs.ModeCharDevice:
		return "is a device; a design holds files and folders alone: take it out"
	}
	return "is neither a file nor a folder; take it out"
}

func (r *sourceReader) refuse(name, why string) error {
	return fmt.Errorf("%s: %s %s", r.source.Name, tooling.ShownName(name), why)
}

// unread returns the error of what cannot be read. What a link leads to outside the
// folder is said as a link.
func (r *sourceReader) unread(name string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Errorf("%s: %s: %w", r.source.Name, tooling.ShownName(name), err)
}

func (r *sourceReader) tooMuch() error {
	return fmt.Errorf("%s holds more than %d files, %d entries or %d MiB; name the directory of the HDL files alone",
		r.source.Name, maxSourceFiles, maxSourceEntries, maxSourceBytes>>20)
}

// checkHDL refuses more HDL than is searched in moments.
func (r *sourceReader) checkHDL() error {
	size, counts := 0, make(map[string]int)
	for _, f := range r.files {
		if !IsHDL(f.Name) && !IsHeader(f.Name) && !IsVHDL(f.Name) {
			continue
		}
		if size += len(f.Text); size > maxHDLBytes {
			return fmt.Errorf("%s: %s: more than %d MiB of HDL; leave out what the design does not need",
				r.source.Name, tooling.ShownName(f.Name), maxHDLBytes>>20)
		}
		text := f.Text
		if IsVHDL(f.Name) {
			text = bytes.ToLower(text)
		}
		for _, word := range [...]string{"module", "primitive", "interface", "program", "package", "entity", "architecture", "`include"} {
			if counts[word] += bytes.Count(text, []byte(word)); counts[word] > MaxDeclarations {
				return fmt.Errorf("%s: %s: the word %s is in the HDL more than %d times; leave out what the design does not need",
					r.source.Name, tooling.ShownName(f.Name), word, MaxDeclarations)
			}
		}
	}
	return nil
}

// IsHDL reports whether a file is compiled, rather than included or read.
func IsHDL(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == ".v" || ext == ".sv"
}

// Find returns the file of a name.
func Find(files []File, name string) (File, bool) {
	at := slices.IndexFunc(files, func(f File) bool { return f.Name == name })
	if at < 0 {
		return File{}, false
	}
	return files[at], true
}

// Arguments are Verilator's for the files of a design with the given top: what
// a list of files says if there is one, or else those that declare the top and
// all that it and the text of a wrapper use. What is not found so, Verilator
// looks for in files that are named after it.
func Arguments(files []File, top string, wrapper string, trusts bool) ([]string, error) {
	if list, ok := Find(files, ListFile); ok {
		args, err := listArguments(files, list, trusts)
		args = append(NewerCodes(files), args...)
		if err == nil && HasFile(files, ConvertedFile) {
			args = append(args, ConvertedFile)
		}
		return args, err
	}
	h := NewHierarchy(files)
	args := append(NewerCodes(files), "+libext+.sv+.v", "-I.")
	seen := make(map[string]bool)
	for _, f := range files {
		if dir := path.Dir(f.Name); h.Files[f.Name] != nil && !seen[dir] {
			seen[dir] = true
			args = append(args, "-y", dir, "-I"+dir)
		}
	}
	if len(h.Declares[top]) == 0 {
		return nil, NoModule(files, top)
	}
	return append(args, h.Needed(append([]string{top}, h.Used([]byte(wrapper))...)...)...), nil
}

// HasFile reports whether there is a file of a name.
func HasFile(files []File, name string) bool {
	_, ok := Find(files, name)
	return ok
}
