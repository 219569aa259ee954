package devices

import (
	"regexp"
	"strings"

	"github.com/loopline/loopline/internal/say"
)

// How sure a guess at a board is.
const (
	BoardSure     = "sure"     // its own text names it
	BoardLikely   = "likely"   // the numbers are its own, or the text names a family
	BoardPossible = "possible" // many boards have these numbers
)

// Roles of a port.
const (
	RoleUART   = "uart"   // carries the design's serial line
	RoleConfig = "config" // loads the FPGA: JTAG or SPI
)

// Board is a guess at the board behind a port.
type Board struct {
	Name      string `json:"name"`
	Certainty string `json:"certainty"` // sure, likely or possible
	Why       string `json:"why"`       // what speaks for it

	// Role is the function of this port of the board: uart, config, or empty if
	// unknown.
	Role   string `json:"role,omitempty"`
	Source string `json:"source"`         // where this was read
	Hint   string `json:"hint,omitempty"` // what an entrant should know

	// Programmer is a command line that loads a design into it, with FILE for the design and
	// BOARD for a name that the program lists; empty if none is known here.
	Programmer string `json:"programmer,omitempty"`
}

type knownBoard struct {
	vendor, product string // in hex
	text            string // expression for manufacturer and product; empty for any
	name            string
	certainty       string
	uart            string // letter of the channel; "-" for the only one; empty for unknown
	source, hint    string
}

const (
	sourceApio     = "https://github.com/FPGAwars/apio (apio/resources/boards.jsonc)"
	sourceArty     = "https://gist.github.com/mithro/9f60cbd59c91b015c6491a0b2a091500"
	sourceAlchitry = "https://forum.alchitry.com/thread-8.html"
	sourceStick    = "https://github.com/YosysHQ/icestorm/issues/284"
	sourceECP5     = "https://github.com/trabucayre/fixFT2232_ecp5evn"
	sourceAMD      = "https://docs.amd.com/r/en-US/ug908-vivado-programming-debugging"
	sourceSipeed   = "https://wiki.sipeed.com/hardware/en/tang/Tang-Nano-9K/Nano-9K.html"
	sourceULX3S    = "https://github.com/emard/ulx3s"
	sourceColor    = "https://github.com/wuxx/Colorlight-FPGA-Projects"
	sourceIDs      = "http://www.linux-usb.org/usb.ids"

	hintDFU = "this is its boot loader: load a design that brings its own USB serial port"
)

// knownBoards returns the table, the surest first: the first row that fits counts.
func knownBoards() []knownBoard {
	return []knownBoard{
		{"0403", "6001", "QEMU", "an adapter that QEMU emulates", BoardSure, "-",
			"https://www.qemu.org/docs/master/system/devices/usb.html", ""},
		{"0403", "6010", "Alchitry Cu", "Alchitry Cu", BoardSure, "B", sourceAlchitry, ""},
		{"0403", "6010", "Alchitry Au", "Alchitry Au", BoardSure, "B", sourceAlchitry, ""},
		{"0403", "6010", "iCEBreaker", "iCEBreaker", BoardSure, "B", sourceApio, ""},
		{"0403", "6010", "Alhambra ?II", "Alhambra II", BoardSure, "B", sourceApio, ""},
		{"0403", "6010", "IceZUM Alhambra", "IceZUM Alhambra", BoardSure, "B", sourceApio, ""},
		{"0403", "6010", "Lattice iCE40UP5K Breakout", "iCE40 UltraPlus breakout board", BoardSure, "",
			sourceStick, "the FTDI chip's serial lines are not wired to the FPGA"},
		{"0403", "6010", "Lattice ECP5.*(VERSA|Versa)", "ECP5 Versa", BoardSure, "B", sourceApio, ""},
		{"0403", "6010", "Lattice ECP5|Lattice CrossLink-NX", "Lattice ECP5 or CrossLink-NX evaluation board",
			BoardLikely, "B", sourceECP5, "channel B ships in FIFO mode: fixFT2232_ecp5evn makes it a UART"},
		{"0403", "6010", "Lattice FTUSB", "iCEstick or iCE40-HX8K breakout board", BoardLikely, "B",
			sourceStick, ""},
		{"0403", "6010", "Milk JTAG", "Kéfir I", BoardSure, "A", sourceApio, ""},
		{"0403", "6010", "Digilent", "a Digilent board: Arty, Basys 3, Nexys A7, Cmod A7, …", BoardLikely,
			"B", sourceArty, ""},
		{"0403", "6010", "SIPEED|Sipeed", "a Sipeed Tang board: Nano 9K, Nano 20K, Primer", BoardLikely, "B",
			sourceSipeed, ""},
		{"0403", "6011", "Xilinx|AMD", "an AMD Xilinx board with FT4232H", BoardLikely, "B", sourceAMD,
			"channel A is JTAG, the others are UARTs: which of them is the FPGA's is in the board's manual"},
		{"0403", "6014", "UPduino", "UPduino 3", BoardSure, "", sourceApio,
			"its FTDI chip is for loading; the serial lines need an adapter of their own"},
		{"0403", "6014", "Digilent", "a Digilent JTAG cable", BoardLikely, "", sourceIDs,
			"it has no serial line"},
		{"0403", "6015", "ULX3S", "ULX3S", BoardSure, "-", sourceULX3S, ""},
		{"1209", "5af0", "", "OrangeCrab", BoardLikely, "", sourceApio, hintDFU},
		{"1209", "5af1", "", "ButterStick", BoardLikely, "", sourceApio, hintDFU},
		{"1209", "5bf0", "", "Fomu", BoardLikely, "", sourceApio, hintDFU},
		{"1d50", "6146", "", "iCEBreaker bitsy", BoardLikely, "", sourceApio, hintDFU},
		{"1d50", "6130", "", "TinyFPGA BX or EX", BoardLikely, "", sourceApio, hintDFU},
		{"1209", "2100", "", "TinyFPGA B2", BoardLikely, "", sourceApio, hintDFU},
		{"1209", "b1c0", "", "pico-ice", BoardLikely, "", sourceApio, ""},
		{"1d50", "602b", "", "iCESugar", BoardLikely, "-", sourceApio, ""},
		{"04d8", "ffee", "", "iceFUN or iceWerx", BoardLikely, "", sourceApio, ""},
		{"0483", "5740", "", "BlackIce, or any board with an STM32 serial port", BoardPossible, "-",
			sourceApio, ""},
		{"2341", "8036", "", "Olimex iCE40 board, or an Arduino Leonardo", BoardPossible, "", sourceApio, ""},
		{"0d28", "0204", "", "Colorlight i5 or i9 on its extension board, or any DAPLink", BoardPossible,
			"-", sourceColor, ""},
		{"09fb", "", "", "an Intel USB-Blaster", BoardLikely, "", sourceIDs,
			"it has no serial line: the design needs an adapter of its own"},
		{"0403", "6010", "", "iCEstick, Go Board, EDU-CIAA-FPGA or another board with FT2232", BoardPossible,
			"B", sourceApio, ""},
		{"0403", "6011", "", "a board with FT4232H", BoardPossible, "", sourceAMD, ""},
		{"0403", "6014", "", "a board or adapter with FT232H", BoardPossible, "-", sourceApio, ""},
		{"0403", "6015", "", "ULX3S, or an adapter with FT231X", BoardPossible, "-", sourceApio, ""},
		{"0403", "6001", "", "an adapter with FT232R", BoardPossible, "-", sourceIDs, ""},
		{"10c4", "ea60", "", "a board or adapter with CP210x", BoardPossible, "-", sourceIDs, ""},
		{"10c4", "ea70", "", "a board with CP2105", BoardPossible, "", sourceIDs, ""},
		{"10c4", "ea71", "", "a board with CP2108", BoardPossible, "", sourceIDs, ""},
		{"1a86", "7523", "", "an adapter with CH340", BoardPossible, "-", sourceIDs, ""},
		{"067b", "2303", "", "an adapter with PL2303", BoardPossible, "-", sourceIDs, ""},
	}
}

// GuessBoard returns the first row that fits, or nil.
func GuessBoard(vendor, product, manufacturer, name, channel string) *Board {
	text := strings.TrimSpace(manufacturer + " " + name)
	for _, row := range knownBoards() {
		if row.vendor != vendor || row.product != "" && row.product != product {
			continue
		}
		if row.text != "" {
			found, err := regexp.MatchString(row.text, text)
			if err != nil || !found {
				continue
			}
		}
		return row.board(vendor+":"+product, text, channel)
	}
	return nil
}

func (k knownBoard) board(id, text, channel string) *Board {
	b := &Board{Name: k.name, Certainty: k.certainty, Source: k.source, Hint: k.hint, Programmer: programmers()[k.name]}
	b.Why = "vendor:product " + id
	if k.text != "" {
		b.Why = "it calls itself " + text
	}
	switch {
	case k.uart == "-", k.uart != "" && (channel == k.uart || channel == ""):
		b.Role = RoleUART
	case len(k.uart) == 1 && channel != "":
		b.Role = RoleConfig
	}
	return b
}

// HintText returns advice about the board, or the zero Text.
func (b *Board) HintText() say.Text {
	return say.Format("%s (%s): %s", say.Word(b.Name), say.Word(string(b.Certainty)), say.Word(b.Hint))
}
