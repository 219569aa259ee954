package vectors

// GenerateHelp is what people read of loopline vectors gen.
const GenerateHelp = `Gen makes vectors from the rules. Equal options make equal bytes, on any machine
and with any number of threads; the file's header names the command. Files
begin with directed vectors, until each class (loopline vectors classes) has
as many as --quota, and go on with random ones up to --count.

A file is written to a temporary file, then renamed.`
