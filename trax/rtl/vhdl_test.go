package rtl

import (
	"io/fs"
	"os/exec"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/sim/sources"
)

// fitVHDL is ll_tile_fit.sv in VHDL.
const fitVHDL = `library ieee;
use ieee.std_logic_1164.all;

entity ll_tile_fit is
  port (
    pair_i      : in  std_logic_vector(1 downto 0);
    seen_i      : in  std_logic_vector(3 downto 0);
    colour_i    : in  std_logic_vector(3 downto 0);
    fits_o      : out std_logic;
    side0_red_o : out std_logic
  );
end entity;

architecture rtl of ll_tile_fit is
  signal joined, unlike : std_logic_vector(3 downto 0);
  signal red            : std_logic;
begin
  with pair_i select joined <=
    "0011" when "01",
    "0101" when "10",
    "1001" when "11",
    "0001" when others;
  unlike      <= colour_i xor joined;
  red         <= '1' when (seen_i and unlike) = "0000" else '0';
  side0_red_o <= red;
  fits_o      <= '1' when red = '1' or (seen_i and not unlike) = "0000" else '0';
end architecture;
`

// withFit is the reference design whose ll_tile_fit is in VHDL.
func withFit(t *testing.T, vhdl string) CoreConfig {
	t.Helper()
	m := fstest.MapFS{"fit.vhd": {Data: []byte(vhdl)}}
	require.NoError(t, fs.WalkDir(ourRTL().FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Base(name) == "ll_tile_fit.sv" {
			return err
		}
		text, err := fs.ReadFile(ourRTL().FS, name)
		m[name] = &fstest.MapFile{Data: text}
		return err
	}))
	return CoreConfig{Source: sources.Source{Name: "mixed", FS: m}, LogSize: 4}
}

// TestVHDLPart compares a core a part of which is VHDL, and finds what is wrong
// in that part.
func TestVHDLPart(t *testing.T) {
	if _, err := exec.LookPath("ghdl"); err != nil {
		t.Skip(err)
	}
	m, err := BuildCore(t.Context(), quick(), withFit(t, fitVHDL))
	require.NoError(t, err)
	_, d, err := m.Compare(t.Context(), CompareConfig{Turns: 500, Seed: 1, Workers: 1})
	require.NoError(t, err)
	require.Nil(t, d)

	m, err = BuildCore(t.Context(), quick(), withFit(t, strings.Replace(fitVHDL, `"0101" when "10"`, `"1001" when "10"`, 1)))
	require.NoError(t, err)
	_, d, err = m.Compare(t.Context(), CompareConfig{Turns: 500, Seed: 1, Workers: 1})
	require.NoError(t, err)
	require.NotNil(t, d)
	require.Contains(t, string(d.AppendText(nil)), "tile")
}
