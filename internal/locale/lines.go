package locale

import (
	"bytes"
	"io"
	"strings"
	"sync"
)

// Lines returns a writer that says the lines written to it in the language, those
// behind a prefix, such as "loopline: ", and made by one format that is known: what
// players write passes as it is. What was written of a line waits for its end. It is safe for concurrent use, and w itself in English.
func (l *Language) Lines(w io.Writer, prefix string) io.Writer {
	if l.printer == nil {
		return w
	}
	return &lines{w: w, language: l, prefix: prefix}
}

type lines struct {
	mu       sync.Mutex
	w        io.Writer
	language *Language
	prefix   string
	begun    []byte
}

// Write implements io.Writer.
func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.begun = append(l.begun, b...)
	for {
		end := bytes.IndexByte(l.begun, '\n')
		if end < 0 && len(l.begun) <= maxText {
			return len(b), nil
		}
		if end < 0 {
			end = len(l.begun) - 1
		}
		line := string(l.begun[:end+1])
		l.begun = append([]byte(nil), l.begun[end+1:]...)
		if _, err := io.WriteString(l.w, l.say(line)); err != nil {
			return len(b), err
		}
	}
}

// say is a line in the language.
func (l *lines) say(line string) string {
	text, own := strings.CutPrefix(line, l.prefix)
	if !own {
		return line
	}
	text, ended := strings.CutSuffix(text, "\n")
	said, known := l.language.known(text)
	if !known {
		return line
	}
	if ended {
		said += "\n"
	}
	return l.prefix + said
}
