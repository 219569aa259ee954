package tournament

import "github.com/loopline/loopline/internal/vfs"

// putOn has a decision log write a line to another file.
func putOn(j *DecisionLog, file vfs.File) error {
	was := j.file
	defer func() { j.file = was }()
	j.file = file
	return j.put([]byte("x"), 0)
}

// breakLog has a decision log be as after an error of a write.
func breakLog(j *DecisionLog, err error) { j.broken = err }
