package main

import (
	"errors"
	"os"
	"path/filepath"
)

// wholeFile is a file that appears under its name when it is complete, and not
// at all otherwise.
type wholeFile struct {
	*os.File
	name string
}

// createWhole begins a file beside the one that it will become or replace.
func createWhole(name string) (*wholeFile, error) {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*.part")
	if err != nil {
		return nil, err
	}
	return &wholeFile{f, name}, nil
}

// finish gives the file its name if err is nil, and else removes it. It returns
// the first error.
func (f *wholeFile) finish(err error) error {
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Chmod(f.File.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(f.File.Name(), f.name)
	}
	if err != nil {
		_ = os.Remove(f.File.Name())
	}
	return err
}

// replaceFile writes a file whole.
func replaceFile(name string, text []byte) error {
	f, err := createWhole(name)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return f.finish(err)
}
