package perft

// Help is what people read of loopline perft.
const Help = `Perft counts the legal turns at each depth from 1 to DEPTH; a finished game is
a leaf at the depth at which it ended. With --json it prints one object a depth:
depth, leaves, ended (null without --ended), seconds, threads. With --divide
the counts of DEPTH come apart by first move; in JSON as objects with move,
leaves, ended before the object of that depth.`
