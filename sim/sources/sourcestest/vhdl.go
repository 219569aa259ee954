package sourcestest

// The beginning of a design in VHDL, an entity with the pins of a board, and a board that answers each bit with itself.
const (
	Uses1164 = "library ieee;\nuse ieee.std_logic_1164.all;\n"
	PinsVHDL = Uses1164 + "entity u is port (clk, rx : in std_logic; tx : out std_logic); end;\n"
	WireVHDL = PinsVHDL + "architecture a of u is\nbegin\n  tx <= rx;\nend;\n"
)
