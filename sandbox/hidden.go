package sandbox

// Hidden lists files of the host that isolated programs see as empty: files that they
// could lock while others wait, and files that they need not know.
type Hidden struct {
	// Folder is hidden with its contents, unless the program, its working directory or
	// a file of its command line is inside; naming the folder itself is not enough. Then
	// only Files are hidden. Empty hides none.
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
