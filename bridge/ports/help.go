package ports

// Help is what people read of loopline ports.
const Help = `Ports lists the serial ports of this machine with all that is known of them. It
opens none: opening a port resets some boards. The address names the board so
that it is found again behind another port. A port without a serial device of
the kernel is listed with the address that opens it as raw USB.

With --json it prints one object a port. With --watch it continues until it is
interrupted, and prints what was added (+), removed (-) and changed (~); with
--json as {"event":"added","port":{...}}, and "removed" and "changed".

"loopline doctor" says what is wrong with the ports and how to mend it.`
