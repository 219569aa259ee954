package starter

// board is a board that is sold, and what of it a player needs.
type board struct {
	Name, Title string
	Part        string // as the vendor's tool has it
	Hz          int    // of its clock

	Clock, ClockN pin // the second half of a differential clock, or none
	Reset         pin // a button, or none
	RX, TX        pin // names are the FPGA's: RX is what the host sends
	Lamp          pin
	Both          bool // TX is an inout, as all of a header's pins

	Flow    string   // the tools: ice40, ecp5, gowin, vivado or quartus
	Fit     string   // the flow's words for the part
	Sources []string // of the pins, public descriptions that agree
	Serial  string   // where the serial line is
}

// pin is a pin of the top module.
type pin struct {
	Port, Site string
	Low        bool // active low
	Standard   string
}

// boards lists the supported boards.
var boards = []board{
	{
		Name: "icebreaker", Title: "1BitSquared iCEBreaker", Part: "iCE40UP5K-SG48", Hz: 12_000_000,
		Clock: pin{Port: "clk", Site: "35"}, Reset: pin{Port: "btn_n", Site: "10", Low: true},
		RX: pin{Port: "rx", Site: "6"}, TX: pin{Port: "tx", Site: "9"}, Lamp: pin{Port: "led_green_n", Site: "37", Low: true},
		Flow: "ice40", Fit: "--up5k --package sg48", Serial: "channel B of its FT2232H, the second of two serial ports",
		Sources: []string{"YosysHQ/icestorm examples/icebreaker/icebreaker.pcf", "amaranth-lang/amaranth-boards icebreaker.py"},
	},
	{
		Name: "hx8k", Title: "Lattice iCE40HX-8K Breakout Board", Part: "iCE40HX8K-CT256", Hz: 12_000_000,
		Clock: pin{Port: "clk", Site: "J3"},
		RX:    pin{Port: "rx", Site: "B10"}, TX: pin{Port: "tx", Site: "B12"}, Lamp: pin{Port: "led", Site: "B5"},
		Flow: "ice40", Fit: "--hx8k --package ct256", Serial: "channel B of its FT2232H, the second of two serial ports",
		Sources: []string{"YosysHQ/picorv32 picosoc/hx8kdemo.pcf", "amaranth-lang/amaranth-boards ice40_hx8k_b_evn.py"},
	},
	{
		Name: "tangnano9k", Title: "Sipeed Tang Nano 9K", Part: "GW1NR-LV9QN88PC6/I5", Hz: 27_000_000,
		Clock: pin{Port: "sys_clk", Site: "52", Standard: "LVCMOS33"},
		Reset: pin{Port: "sys_rst_n", Site: "4", Low: true, Standard: "LVCMOS18"},
		RX:    pin{Port: "uart_rx_pin", Site: "18", Standard: "LVCMOS33"}, TX: pin{Port: "uart_tx_pin", Site: "17", Standard: "LVCMOS33"},
		Lamp: pin{Port: "led_n", Site: "10", Low: true, Standard: "LVCMOS18"},
		Flow: "gowin", Fit: "GW1N-9C", Serial: "its USB port, the second of two serial ports",
		Sources: []string{"wiki.sipeed.com Tang-Nano-9K", "litex-hub/litex-boards sipeed_tang_nano_9k.py", "amaranth-lang/amaranth-boards tang_nano_9k.py"},
	},
	{
		Name: "ulx3s", Title: "Radiona ULX3S", Part: "LFE5U-85F-6BG381C", Hz: 25_000_000,
		Clock: pin{Port: "clk_25mhz", Site: "G2", Standard: "LVCMOS33"},
		Reset: pin{Port: "btn_fire1", Site: "R1", Standard: "LVCMOS33"},
		RX:    pin{Port: "ftdi_txd", Site: "M1", Standard: "LVCMOS33"}, TX: pin{Port: "ftdi_rxd", Site: "L4", Standard: "LVCMOS33"},
		Lamp: pin{Port: "led", Site: "B2", Standard: "LVCMOS33"},
		Flow: "ecp5", Fit: "--85k --package CABGA381", Serial: "its USB port US1",
		Sources: []string{"emard/ulx3s doc/constraints/ulx3s_v20.lpf", "amaranth-lang/amaranth-boards ulx3s.py"},
	},
	{
		Name: "basys3", Title: "Digilent Basys 3", Part: "xc7a35tcpg236-1", Hz: 100_000_000,
		Clock: pin{Port: "clk", Site: "W5", Standard: "LVCMOS33"}, Reset: pin{Port: "btnC", Site: "U18", Standard: "LVCMOS33"},
		RX: pin{Port: "RsRx", Site: "B18", Standard: "LVCMOS33"}, TX: pin{Port: "RsTx", Site: "A18", Standard: "LVCMOS33"},
		Lamp: pin{Port: "led0", Site: "U16", Standard: "LVCMOS33"},
		Flow: "vivado", Serial: "its USB port PROG",
		Sources: []string{"Digilent/digilent-xdc Basys-3-Master.xdc", "litex-hub/litex-boards digilent_basys3.py"},
	},
	{
		Name: "genesys2", Title: "Digilent Genesys 2", Part: "xc7k325tffg900-2", Hz: 200_000_000,
		Clock: pin{Port: "sysclk_p", Site: "AD12", Standard: "LVDS"}, ClockN: pin{Port: "sysclk_n", Site: "AD11", Standard: "LVDS"},
		Reset: pin{Port: "cpu_resetn", Site: "R19", Low: true, Standard: "LVCMOS33"},
		RX:    pin{Port: "uart_tx_in", Site: "Y20", Standard: "LVCMOS33"}, TX: pin{Port: "uart_rx_out", Site: "Y23", Standard: "LVCMOS33"},
		Lamp: pin{Port: "led0", Site: "T28", Standard: "LVCMOS33"},
		Flow: "vivado", Serial: "its USB port UART",
		Sources: []string{"Digilent/digilent-xdc Genesys-2-Master.xdc", "amaranth-lang/amaranth-boards genesys2.py"},
	},
	{
		Name: "de0nano", Title: "Terasic DE0-Nano", Part: "EP4CE22F17C6", Hz: 50_000_000, Both: true,
		Clock: pin{Port: "CLOCK_50", Site: "R8"}, Reset: pin{Port: "KEY0", Site: "J15", Low: true},
		RX: pin{Port: "GPIO_05", Site: "B4"}, TX: pin{Port: "GPIO_07", Site: "B5"}, Lamp: pin{Port: "LED0", Site: "A15"},
		Flow: "quartus", Fit: "Cyclone IV E", Serial: "an adapter of 3.3 V at JP1: pin 8 is RX, pin 10 TX, pin 12 ground",
		Sources: []string{"Terasic's DE0-Nano user manual", "litex-hub/litex-boards de0nano.py", "amaranth-lang/amaranth-boards de0nano.py"},
	},
	{
		Name: "de10lite", Title: "Terasic DE10-Lite", Part: "10M50DAF484C7G", Hz: 50_000_000, Both: true,
		Clock: pin{Port: "MAX10_CLK1_50", Site: "P11"}, Reset: pin{Port: "KEY0", Site: "B8", Low: true},
		RX: pin{Port: "GPIO_1", Site: "W10"}, TX: pin{Port: "GPIO_0", Site: "V10"}, Lamp: pin{Port: "LEDR0", Site: "A8"},
		Flow: "quartus", Fit: "MAX 10", Serial: "an adapter of 3.3 V at JP1: pin 2 is RX, pin 1 TX, pin 12 ground",
		Sources: []string{"Terasic's DE10-Lite user manual", "litex-hub/litex-boards de10lite.py", "amaranth-lang/amaranth-boards de10_lite.py"},
	},
}
