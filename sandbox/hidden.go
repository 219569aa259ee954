package sandbox

// Hidden is what programs do not see of the host's files: what they could lock, so that
// others wait for it, and what they need not know. What is hidden is empty for them. It
// holds of isolated programs that see the host's files.
type Hidden struct {
	// Folder is hidden with all that is in it, unless the program, its working
	// directory or a file that its command line names lies there. Then Files are.
	// Empty is none.
	Folder string

	// Files are files and folders. Those that are not there when a program is
	// started are not hidden from it.
	Files []string
}

// Hide hides files from the programs that are started from now on. It may be called
// from any goroutine.
func (i *Isolation) Hide(h ...Hidden) {
	i.hiding.Lock()
	defer i.hiding.Unlock()
	i.hidden = append(i.hidden, h...)
}

// hides lists what is hidden now.
func (i *Isolation) hides() []Hidden {
	i.hiding.Lock()
	defer i.hiding.Unlock()
	return i.hidden[:len(i.hidden):len(i.hidden)]
}
