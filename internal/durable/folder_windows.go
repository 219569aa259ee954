package durable

// SyncFolder does nothing: NTFS writes the names of files to its own journal, and a
// folder cannot be flushed.
func SyncFolder(string) error { return nil }
