package pinout

import (
	"slices"
	"strings"

	"github.com/loopline/loopline/sim/sources"
)

// usual names of pins, the likelier first. Case does not matter.
var (
	usualClocks = []string{
		"clk_i", "clk", "clock", "i_clk", "clock_i", "clk_in", "sys_clk", "sysclk", "clk12", "clk_12mhz", "clk25",
		"clk_25mhz", "clk50", "clk_50mhz", "clk100", "clock_50", "clk100mhz", "clkin", "max10_clk1_50", "fpga_clk1_50",
		"sys_clock", "clk_p",
	}
	usualResets = []string{
		"rst_i", "rst", "reset", "i_rst", "i_reset", "reset_i", "srst", "arst", "sys_rst",
		"!rst_n", "!rst_ni", "!reset_n", "!resetn", "!rstn", "!nrst", "!nreset", "!i_rst_n", "!aresetn", "!cpu_resetn", "!sys_rst_n",
	}
	usualRXs = []string{
		"rx_i", "rx", "uart_rx", "i_rx", "rxd", "uart_rxd", "serial_rx", "i_uart_rx", "uart_rx_i", "ser_rx",
		"rs232_rx", "uart_txd_in", "rsrx", "i_rx_serial",
	}
	usualTXs = []string{
		"tx_o", "tx", "uart_tx", "o_tx", "txd", "uart_txd", "serial_tx", "o_uart_tx", "uart_tx_o", "ser_tx",
		"rs232_tx", "uart_rxd_out", "rstx", "o_tx_serial",
	}

	// Those of a flash.
	usualSCKs = []string{
		"flash_sck_o", "flash_sck", "flash_clk", "flash_clk_o", "flash_sclk", "spi_sck", "spi_sck_o", "spi_clk", "spi_sclk", "sck_o", "sck", "sclk",
	}
	usualCSs = []string{
		"flash_cs_no", "flash_cs_n", "flash_csn", "flash_csb", "flash_ssb", "flash_cs", "flash_ss", "spi_cs_no", "spi_cs_n", "spi_csn", "spi_csb",
		"spi_ss_b", "spi_ss_n", "spi_cs", "spi_ss", "cs_no", "cs_n", "csn",
	}
	usualMOSIs = []string{"flash_mosi_o", "flash_mosi", "flash_si", "flash_io0", "spi_mosi", "spi_mosi_o", "spi_si", "mosi_o", "mosi"}
	usualMISOs = []string{"flash_miso_i", "flash_miso", "flash_so", "flash_io1", "spi_miso", "spi_miso_i", "spi_so", "miso_i", "miso"}
)

// These functions take names in lower case.

// LikelyClock reports whether a name, in small letters, is like that of a clock.
func LikelyClock(s string) bool {
	return (strings.Contains(s, "clk") || strings.Contains(s, "clock") || strings.Contains(s, "osc")) &&
		!strings.Contains(s, "en")
}

// LikelyReset reports whether a name, in small letters, is like that of a reset.
func LikelyReset(s string) bool {
	return strings.Contains(s, "rst") || strings.Contains(s, "reset")
}

// LikelyRX leaves out the lines beside a serial one, such as rx_en.
func LikelyRX(s string) bool {
	return strings.Contains(s, "rx") && !sources.HasPart(s, "en", "valid", "ready", "clk") ||
		slices.Contains([]string{"ser_in", "serial_in", "sin"}, s)
}

func likelyTX(s string) bool {
	return strings.Contains(s, "tx") && !sources.HasPart(s, "en", "oe", "valid", "ready", "busy", "done", "active", "led") ||
		slices.Contains([]string{"ser_out", "serial_out", "sout"}, s)
}

// activeLow reports whether the name of a reset says that it is active low.
func activeLow(s string) bool {
	for _, end := range [...]string{"_i", "_in", "_pin", "i"} {
		if cut, ok := strings.CutSuffix(s, end); ok && cut != "" {
			s = cut
			break
		}
	}
	s = strings.TrimPrefix(s, "i_")
	return strings.HasPrefix(s, "n") || strings.HasSuffix(s, "n") && !strings.HasSuffix(s, "btn") ||
		strings.HasSuffix(s, "_b") || strings.HasSuffix(s, "_l")
}
