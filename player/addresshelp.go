package player

// AddressHelp explains as readable text where players are found.
const AddressHelp = `ADDR is one of
  serial:/dev/ttyUSB0?baud=115200   a board; also serial:sn=FT4X1ABC#B, path=1-1.4
  usb:0403:6010?sn=FT4X1ABC&channel=B   the same by raw USB, past the kernel's driver
  tcp:HOST:PORT, listen::PORT       we connect to the player, it connects to us;
                                    listen::PORT?team=AB seats only who gives that code;
                                    listen:0.0.0.0:PORT?allow=NETWORK lets in other machines;
                                    listen::2009,2010?team=NAME seats a client of CHaser by the
                                    name that it sends, on either port
  sim:reference, sim:DIR?top=TOP&clk=12e6   a board in Verilator; "sim board --help" has the rest
  bit:top.bin?pcf=top.pcf&clk=12e6  an iCE40's bitstream, through the pins of its constraints
  exec:./mybot --flag               a program on standard input and output
  bot:NAME?seed=1&depth=3           our own player; bare bot is the strongest
  human                             a person at this terminal
  web, web:PORT, web:HOST:PORT      a person in a browser, such as a phone's: prints a link and a
                                    QR code for one person (loopline play, contest run)
  api:PORT?token=SECRET             a client that polls the game's own HTTP interface
  remote:NAME?at=URL&key=FILE       a player that "loopline-farm offer" offers elsewhere
Any of them takes the option name=NAME, after ? or &: the player's name
in output and records, instead of its address. After a command, exec:, the name has
no spaces.`
