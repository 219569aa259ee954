package main

// A family is a kind of FPGA that Yosys can synthesise for. The weights say
// what its cells count as.
type family struct {
	name, title string
	command     string // of Yosys
	lut         string // what its look-up tables are called
	ram         string // what its block RAMs are called
	luts        map[string]float64
	ffs         map[string]float64
	rams        map[string]float64
	spram       map[string]float64 // what its large single-port RAMs are called, if it has any
}

// ice40 is the family that can be placed and routed too.
func ice40() family {
	return family{
		name: "ice40", title: "iCE40", command: "synth_ice40", lut: "LUT4", ram: "EBR",
		luts: map[string]float64{"SB_LUT4": 1},
		ffs:  map[string]float64{"SB_DFF": 1},
		rams: map[string]float64{"SB_RAM40_4K": 1}, spram: map[string]float64{"SB_SPRAM256KA": 1},
	}
}

// families lists the FPGA families that this flow synthesises without place and route. Adders count as
// look-up tables where the family's cells use them; a distributed RAM counts as the look-up tables it occupies.
func families() []family {
	return []family{
		{
			name: "ecp5", title: "ECP5", command: "synth_ecp5", lut: "LUT4", ram: "DP16KD",
			luts: map[string]float64{"LUT4": 1, "CCU2C": 2, "TRELLIS_DPR16X4": 4},
			ffs:  map[string]float64{"TRELLIS_FF": 1},
			rams: map[string]float64{"DP16KD": 1},
		},
		{
			name: "xilinx7", title: "Artix-7, Zynq", command: "synth_xilinx -flatten", lut: "LUT6", ram: "RAMB36",
			luts: map[string]float64{"LUT": 1, "RAM32M": 4, "RAM64M": 4, "SRL": 1},
			ffs:  map[string]float64{"FD": 1},
			rams: map[string]float64{"RAMB36": 1, "RAMB18": 0.5},
		},
		{
			name: "cyclonev", title: "Cyclone V", command: "synth_intel_alm -family cyclonev", lut: "ALUT", ram: "M10K",
			luts: map[string]float64{"MISTRAL_ALUT": 1, "MISTRAL_MLAB": 1},
			ffs:  map[string]float64{"MISTRAL_FF": 1},
			rams: map[string]float64{"MISTRAL_M10K": 1},
		},
		{
			name: "gowin", title: "Gowin", command: "synth_gowin", lut: "LUT4", ram: "BSRAM",
			luts: map[string]float64{"LUT": 1, "ALU": 1, "RAM16SDP": 4},
			ffs:  map[string]float64{"DFF": 1},
			rams: map[string]float64{"DP": 1, "SDP": 1, "SP": 1},
		},
		{
			name: "nexus", title: "Nexus", command: "synth_nexus", lut: "LUT4", ram: "EBR",
			luts: map[string]float64{"LUT4": 1, "CCU2": 2, "WIDEFN9": 2, "DPR16X4": 4},
			ffs:  map[string]float64{"FD1P3": 1},
			rams: map[string]float64{"PDPSC16K": 1, "PDP16K": 1, "DP16K": 1},
		},
	}
}
