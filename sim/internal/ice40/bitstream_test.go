package ice40

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/toolset"
	"github.com/loopline/loopline/sim/simtest"
)

// TestBitstreamRefused refuses what no tool has to look at.
func TestBitstreamRefused(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) string {
		name = filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
		return name
	}
	good := put("good.bin", "\xff\x00\x00\xff\x7e\xaa\x99\x7e")
	pcf := put("good.pcf", "set_io clk_i 35 # the clock\nset_frequency clk_i 12\nset_io -pullup yes rx_i 6\n")
	huge := put("huge.bin", "")
	require.NoError(t, os.Truncate(huge, 1<<30))
	for _, c := range []struct{ file, pcf, want string }{
		{huge, pcf, huge + ": has 1073741824 bytes, of 1048576 at most; name a bitstream of an iCE40"},
		{dir, pcf, dir + ": is no regular file; name a bitstream of an iCE40"},
		{put("ecp5.bin", "\xff\x00Part: LFE5U-25F\x00\xff\xff\xff\xbd\xb3\xff"), pcf,
			filepath.Join(dir, "ecp5.bin") + ": a bitstream for an ECP5 or another FPGA of Lattice; bit: simulates iCE40 alone"},
		{put("amd.bit", "\x00\x09\xaa\x99\x55\x66"), pcf, filepath.Join(dir, "amd.bit") + ": a bitstream for an FPGA of AMD; bit: simulates iCE40 alone"},
		{put("empty.bin", ""), pcf, filepath.Join(dir, "empty.bin") + ": no bitstream of an iCE40, which begins with 7E AA 99 7E; name the file that icepack wrote"},
		{good, put("none.pcf", "# no pins\nset_frequency clk 12\n"), filepath.Join(dir, "none.pcf") + ": it names no pin; write lines such as set_io clk_i 35"},
		{good, put("odd.pcf", "set_io clk_i 35\nset_io a;b 36\n"), filepath.Join(dir, "odd.pcf") + ":2: want set_io NAME PIN, as in set_io clk_i 35"},
		{good, put("long.pcf", "set_io clk_i "+strings.Repeat("x", 1<<17)+"\nset_io\n"), filepath.Join(dir, "long.pcf") + ":1: want set_io NAME PIN, as in set_io clk_i 35"},
		{good, put("short.pcf", "set_io clk_i\n"), filepath.Join(dir, "short.pcf") + ":1: want set_io NAME PIN, as in set_io clk_i 35"},
	} {
		_, err := Unpack(t.Context(), simtest.Quick(), Bitstream{File: c.file, PCF: c.pcf})
		require.EqualError(t, err, c.want)
	}
	pins, clean, err := readPCF(pcf, []byte("set_io clk_i 35 # the clock\nset_io -pullup yes rx_i 6\n"))
	require.NoError(t, err)
	require.Equal(t, []string{"35", "6"}, pins)
	require.Equal(t, "set_io clk_i 35\nset_io rx_i 6\n", clean)
}

// What describes the chip is no user's file; where it is damaged, that is said of it.
func TestDamagedChip(t *testing.T) {
	folder := t.TempDir()
	chips := filepath.Join(folder, "share", "icebox")
	require.NoError(t, os.MkdirAll(chips, 0o755))
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "bin"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "bin", "iceunpack"), []byte("#!/bin/sh\n"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(chips, "chipdb-damaged.txt"), bytes.Repeat([]byte("x"), 2*maxChipLine), 0o644))
	t.Setenv(toolset.Variable, filepath.Join(folder, "bin"))
	_, err := readChipDB("damaged")
	require.ErrorContains(t, err, "chipdb-damaged.txt is damaged, install icestorm again: a line has more than 1024 KiB")
}
