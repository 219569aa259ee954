package journal

import (
	"github.com/loopline/loopline/internal/vfs"
)

// PutOn has a decision log write a line to another file.
func PutOn(j *DecisionLog, file vfs.File) error {
	was := j.file
	defer func() { j.file = was }()
	j.file = file
	return j.put([]byte("x"), 0)
}

// BreakLog has a decision log be as after an error of a write.
func BreakLog(j *DecisionLog, err error) { j.broken = err }
