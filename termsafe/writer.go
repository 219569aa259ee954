package termsafe

import (
	"io"
	"sync"
	"unicode/utf8"
)

// Writer writes text for users, or JSON for programs, and escapes all characters that
// IsSafe refuses but line feeds and tabs. The program's own terminal control bypasses
// it, see Unwrap. It is safe for concurrent use; each Write is atomic.
type Writer struct {
	mu  sync.Mutex
	w   io.Writer
	cut []byte // the beginning of a character whose rest is missing
	buf []byte
	err error // the first of the writer below
}

// NewWriter returns a Writer to w. It keeps at most three bytes back, of a
// character that is not whole; Flush writes them.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Unwrap is the writer below, on which nothing is escaped.
func (w *Writer) Unwrap() io.Writer { return w.w }

// Unwrap returns the writer below w if w is a Writer, and else w itself: for the
// program's own terminal control, and for output that is not text.
func Unwrap(w io.Writer) io.Writer {
	if p, ok := w.(*Writer); ok {
		return p.w
	}
	return w
}

// Write writes p, escaped. When it fails it reports the error of the writer
// below and no byte written, since bytes of p and bytes below do not match.
func (w *Writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.cut) == 0 && plain(p) {
		n, err := w.w.Write(p)
		w.fail(err)
		return n, err
	}
	text := append(w.cut, p...)
	whole := len(text) - unfinished(text)
	w.buf = appendLines(w.buf[:0], text[:whole])
	w.cut = append([]byte(nil), text[whole:]...)
	if err := w.flush(); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush writes what was kept back. Its error is the first of all writing, that of Write
// and of Flush before included.
func (w *Writer) Flush() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.buf = appendLines(w.buf[:0], w.cut)
	w.cut = nil
	_ = w.flush() // which fail has
	return w.err
}

// fail keeps the first error: not all who print look at theirs.
func (w *Writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// flush writes buf. A buffer that has become large is given back.
func (w *Writer) flush() error {
	if len(w.buf) == 0 {
		return nil
	}
	_, err := w.w.Write(w.buf)
	w.fail(err)
	if cap(w.buf) > 1<<20 {
		w.buf = nil
	}
	return err
}

// plain reports whether p can be written as it is.
func plain(p []byte) bool {
	for _, b := range p {
		if (b < ' ' && b != '\n' && b != '\t') || b > '~' {
			return false
		}
	}
	return true
}

// appendLines appends text, escaped but for line feeds and tabs.
func appendLines(dst, text []byte) []byte {
	from := 0
	for i, b := range text {
		if b == '\n' || b == '\t' {
			dst = append(appendEscaped(dst, string(text[from:i])), b)
			from = i + 1
		}
	}
	return appendEscaped(dst, string(text[from:]))
}

// unfinished counts the bytes at the end of text that begin an incomplete character.
func unfinished(text []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if b := text[len(text)-n]; utf8.RuneStart(b) {
			if !utf8.FullRune(text[len(text)-n:]) {
				return n
			}
			return 0
		}
	}
	return 0
}
