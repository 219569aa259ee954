package sandbox

// Groupless has an Isolation make no control groups, as on a machine that lets it make none.
func Groupless(i *Isolation) { i.groupless = true }
