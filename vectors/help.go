package vectors

// CheckHelp is what people read of loopline vectors check.
const CheckHelp = `Check asks a model every vector of a file of JSON Lines and compares the
answers; without --against it asks the rules that the file was made from. The
first difference is drawn, with the moves that lead to it, and ends the check
with exit status 3.

The model is a program, --against exec:COMMAND. It reads a line
{"id":0,"kind":"turn","ask":{…}} and writes a line {"id":0,"answer":{…}}, in the
order of the questions; many questions may wait. The answer has the fields of
the vector's "want". docs/vectors.md has an example.`
