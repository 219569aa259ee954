package tutorial

// Help says what the command does.
const Help = `Tutorial checks a project step by step, and stops at the first step of
docs/tutorial that it does not pass: with what was asked and answered, and the page
to read. A project begins with "loopline new board". All ten steps take some two
minutes; the last plays ten games against bot:greedy.`
