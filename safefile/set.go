package safefile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// Set is files that are begun together before a run and written after it, so
// that a name that cannot be written is an error at once. The zero Set holds
// none. It is not safe for concurrent use.
type Set struct{ files []pending }

type pending struct {
	*File
	name    string
	content func(io.Writer) error
}

// Create begins a file whose content is written by Finish; an empty name is no
// file. See the function Create. After an error nothing is left of the set.
func (s *Set) Create(name string, kind FileType, force bool, content func(io.Writer) error) error {
	if name == "" {
		return nil
	}
	f, err := Create(name, kind, force)
	if err != nil {
		s.Discard()
		return err
	}
	s.files = append(s.files, pending{f, name, content})
	return nil
}

// Discard leaves what had the names as it was.
func (s *Set) Discard() {
	for _, f := range s.files {
		f.Discard()
	}
	s.files = nil
}

// Finish writes all files.
func (s *Set) Finish() error {
	var errs []error
	for _, f := range s.files {
		buffered := bufio.NewWriter(f)
		err := f.content(buffered)
		if flushed := buffered.Flush(); err == nil {
			err = flushed
		}
		if err := f.File.Finish(err); err != nil {
			errs = append(errs, fmt.Errorf("%s was not written: %w", f.name, err))
		}
	}
	s.files = nil
	return errors.Join(errs...)
}
