package ports

// filesLimit is not of Windows, where memory limits what a program opens.
func filesLimit() uint64 { return viewers + spare }
