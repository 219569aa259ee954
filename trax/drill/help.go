package drill

// Help is what people read of loopline latency.
const Help = `Latency plays games with a player and times each of its answers. It tells the
clock, which is what a referee counts (last byte of the question out to last
byte of the answer in), from the time of the hardware: wire time is subtracted by
arithmetic from baud rate and length, and the transport's floor as it is measured
with many -T. docs/latency.md has the definitions.

Positions are reached by playing: we play one seat, the player the other, in
turn. The built-in suite has openings, middle games, large boards and long forced
chains. --suite FILE has games in any format of "loopline replay"; we play our
side of them as long as the player plays its own.

The time of a byte is that of serial: and usb: addresses, unless --baud says
otherwise. A link that is faster than its rate, as a pseudo-terminal is, has no
wire time. A simulated board also counts its clock cycles; its times are simulated
ones, and the two must agree.

With --game NAME a player of another game is timed, in matches with our bots, in
every seat by turns. The transport's floor is not measured then.

With --json it prints JSON Lines: an object of type answer for each answer and
one of type summary. If the player fails, what was timed until then is printed,
marked partial, and the status is 3.

`
