package descriptor

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/loopline/loopline/internal/stream"
)

// maxJSONLine bounds a line of questions, in bytes.
const maxJSONLine = 64 << 20

// AnswerFiles answers the JSON Lines of files one after another, as AnswerLines
// does; the name - is of in.
func AnswerFiles(ctx context.Context, names []string, in io.Reader, w io.Writer, answer func(line []byte) (any, error)) error {
	return eachFile(ctx, names, in, func(_ string, r io.Reader) error { return AnswerLines(ctx, r, w, answer) })
}

// eachFile reads files one after another until one has an error; the name - is of
// in. A name that begins with { is the question itself, not a file.
func eachFile(ctx context.Context, names []string, in io.Reader, read func(name string, r io.Reader) error) error {
	for _, name := range names {
		if err := readFile(ctx, name, in, read); err != nil {
			return err
		}
	}
	return nil
}

func readFile(ctx context.Context, name string, in io.Reader, read func(name string, r io.Reader) error) error {
	switch {
	case name == "-":
		return read(name, in)
	case strings.HasPrefix(name, "{"):
		return read("the argument", strings.NewReader(name))
	}
	f, err := stream.Open(ctx, name)
	if err != nil {
		return err
	}
	defer f.Close()
	return read(name, f)
}

// AnswerLines reads JSON Lines and writes the answer to each, a line each, in
// order: what answer returns for it, with the id that the question had, or
// {"id":…,"error":"…"}. Blank lines are passed over. The error comes from the
// reader, the writer or ctx.
func AnswerLines(ctx context.Context, r io.Reader, w io.Writer, answer func(line []byte) (any, error)) error {
	in, out := bufio.NewReaderSize(r, 64<<10), bufio.NewWriterSize(w, 64<<10)
	var long []byte
	for {
		line, err := readLine(in, &long)
		if err != nil && err != io.EOF && !errors.Is(err, errLongLine) {
			return errors.Join(err, out.Flush())
		}
		if text := bytes.TrimSpace(line); len(text) > 0 || errors.Is(err, errLongLine) {
			if _, failed := out.Write(answerLine(text, err, answer)); failed != nil {
				return failed
			}
		}
		// An interactive client wants each answer before the next question.
		if in.Buffered() == 0 {
			if failed := out.Flush(); failed != nil {
				return failed
			}
		}
		if err == io.EOF || ctx.Err() != nil {
			return errors.Join(ctx.Err(), out.Flush())
		}
	}
}

var errLongLine = fmt.Errorf("the line is longer than %d bytes", maxJSONLine)

// readLine reads a line with its end. A longer line is read to its end and
// dropped, with errLongLine. The line is valid until the next call.
func readLine(in *bufio.Reader, long *[]byte) ([]byte, error) {
	line, err := in.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return line, err
	}
	*long = append((*long)[:0], line...)
	tooLong := false
	for errors.Is(err, bufio.ErrBufferFull) {
		line, err = in.ReadSlice('\n')
		if tooLong = tooLong || len(*long)+len(line) > maxJSONLine; !tooLong {
			*long = append(*long, line...)
		}
	}
	if tooLong && (err == nil || err == io.EOF) {
		*long = (*long)[:0]
		return nil, errLongLine
	}
	return *long, err
}

// answerLine returns the answer to one question, with its line feed.
func answerLine(line []byte, tooLong error, answer func([]byte) (any, error)) []byte {
	var question struct {
		ID json.RawMessage `json:"id"`
	}
	err := tooLong
	if err == nil || err == io.EOF {
		if err = json.Unmarshal(line, &question); err != nil || line[0] != '{' {
			question.ID, err = nil, errors.New("not a JSON object")
		}
	}
	var text []byte
	if err == nil {
		var out any
		if out, err = answer(line); err == nil {
			text, err = json.Marshal(out)
		}
	}
	if err != nil {
		text, _ = json.Marshal(struct {
			Error string `json:"error"`
		}{err.Error()})
	}
	if question.ID != nil {
		text = append(append(append([]byte(`{"id":`), question.ID...), ','), text[1:]...)
	}
	return append(text, '\n')
}
