package rtl

// Help is what people read of loopline sim compare.
const Help = `Compare plays random games on a Trax core and on the rules that matches are
judged by, in lock-step: turns that are played, tried and taken back, moves that
are generated, legal ones, illegal ones, and such as no board should get. Every
tile, every answer and all state is compared after each command. With FILEs the
games in them are played instead; of a file of turn or moves vectors (JSON
Lines) each position is played, and then the turn that is asked about.

The first difference ends it with exit status 3. It is told with the position,
both answers, the moves that lead there, a command that shows it again, and a
waveform of the commands before it (--wave FILE; FST, for gtkwave).

Games are random by --seed, in rounds of 8,192 turns; each round begins with the
core just switched on, in a power-up state that follows from the seed. In every
round each status comes up with each operation: turns that forced play forbids,
or that the board has no room for, are found by the rules and played. How often
each was the right answer is printed, and a note if one never was.

A core that cannot do everything yet is compared in what it can:
--without undo,try,gen leaves NEW and PLAY. The gen ports need not exist then.

With --game, the kernel of another game (docs/rtl/kernels.md) and its rules are
asked -n random questions, as its vectors have them.

`
