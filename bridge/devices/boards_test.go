package devices

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestGuessBoard(t *testing.T) {
	for _, c := range []struct {
		vendor, product, maker, text, channel string
		name, certainty, role                 string
	}{
		{"0403", "6010", "Digilent", "Digilent USB Device", "A", "Arty", BoardLikely, RoleConfig},
		{"0403", "6010", "Digilent", "Digilent USB Device", "B", "Arty", BoardLikely, RoleUART},
		{"0403", "6010", "1BitSquared", "iCEBreaker V1.0e", "B", "iCEBreaker", BoardSure, RoleUART},
		{"0403", "6010", "FTDI", "Dual RS232-HS", "B", "iCEstick", BoardPossible, RoleUART},
		{"0403", "6010", "Lattice", "Lattice ECP5 Versa Board", "B", "ECP5 Versa", BoardSure, RoleUART},
		{"0403", "6015", "FER-RADIONA-EMARD", "ULX3S FPGA 85K v3.0.8", "", "ULX3S", BoardSure, RoleUART},
		{"0403", "6001", "QEMU", "QEMU USB SERIAL", "", "QEMU", BoardSure, RoleUART},
		{"0403", "6001", "FTDI", "FT232R USB UART", "", "FT232R", BoardPossible, RoleUART},
		{"1209", "5af0", "", "", "", "OrangeCrab", BoardLikely, ""},
		{"09fb", "6010", "Altera", "DE10", "", "USB-Blaster", BoardLikely, ""},
	} {
		b := GuessBoard(c.vendor, c.product, c.maker, c.text, c.channel)
		require.NotNil(t, b, c.text)
		require.Contains(t, b.Name, c.name)
		require.Equal(t, c.certainty, b.Certainty, c.text)
		require.Equal(t, c.role, b.Role, c.text)
	}
	require.Nil(t, GuessBoard("ffff", "0001", "", "", ""))
}

// TestKnownBoards wants rows that can be reached, with a source each.
func TestKnownBoards(t *testing.T) {
	any := make(map[string]bool) // rows that take every text
	for _, row := range knownBoards() {
		_, err := regexp.Compile(row.text)
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(row.source, "http"), row.name)
		require.Regexp(t, "^[0-9a-f]{4}$", row.vendor)
		require.False(t, any[row.vendor+row.product], "%s comes after a row that takes everything", row.name)
		any[row.vendor+row.product] = row.text == ""
	}
}

// TestBoardsAreDocumented wants every row in the table of docs/hardware.md.
func TestBoardsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/hardware.md")
	require.NoError(t, err)
	for _, row := range knownBoards() {
		require.Contains(t, string(text), "| "+row.name+" | "+row.vendor+":"+row.product)
		url, _, _ := strings.Cut(row.source, " ")
		require.Contains(t, string(text), "<"+url+">")
	}
}
