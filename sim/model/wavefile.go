package model

import (
	"fmt"
	"os"
	"path/filepath"
)

// modelFiles are the files that a model writes, the only ones that it may write to; either
// may be empty.
type modelFiles struct {
	wave     string
	coverage string // the counts of what ran
}

// make makes the files, and returns them with the model's arguments for them. Beside a
// waveform is a file in which the library keeps names meanwhile: it is to be removed when
// the model has ended.
func (o modelFiles) make() (args, writable, temporary []string, err error) {
	if o.wave != "" {
		if o.wave, err = filepath.Abs(o.wave); err != nil { // the model runs where its sources are
			return nil, nil, nil, err
		}
		args, temporary = append(args, "+wave="+o.wave), append(temporary, o.wave+".hier")
		writable = append(writable, o.wave, o.wave+".hier")
	}
	if o.coverage != "" {
		args, writable = append(args, "+coverage="+o.coverage), append(writable, o.coverage)
	}
	for _, file := range writable {
		f, err := os.OpenFile(file, os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			return nil, nil, nil, fmt.Errorf("the file of the model cannot be written: %w", err)
		}
		f.Close()
	}
	return args, writable, temporary, nil
}
