package sandbox

// Groupless has an Isolation make no control groups, as on a machine that lets it make none.
func Groupless(i *Isolation) { i.groupless = true }

// GroupPlace returns the folder of version 2 in which an Isolation makes control groups, empty if there is none.
func GroupPlace(i *Isolation) string { return i.cgroups.unified }
