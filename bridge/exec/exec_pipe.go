package exec

import (
	"errors"
	"os"
)

// pipeSet makes the pipes of a child and closes them on every way out.
type pipeSet struct {
	child, ours []*os.File
	err         error
}

// toChild returns the child's end and ours of a pipe that we write.
func (s *pipeSet) toChild() (child, ours *os.File) {
	r, w := s.pipe()
	s.child, s.ours = append(s.child, r), append(s.ours, w)
	return r, w
}

// fromChild returns the child's end and ours of a pipe that we read.
func (s *pipeSet) fromChild() (child, ours *os.File) {
	r, w := s.pipe()
	s.child, s.ours = append(s.child, w), append(s.ours, r)
	return w, r
}

func (s *pipeSet) pipe() (r, w *os.File) {
	r, w, err := os.Pipe()
	s.err = errors.Join(s.err, err)
	return r, w
}

func (s *pipeSet) closeChild() { closeAll(s.child) }

func (s *pipeSet) closeOurs() { closeAll(s.ours) }

func closeAll(files []*os.File) {
	for _, f := range files {
		if f != nil {
			f.Close()
		}
	}
}
