package devices

// programmers returns the command lines that load boards, by their names in the table of
// boards. The names of boards behind -b are those of
// https://github.com/trabucayre/openFPGALoader (doc/boards.yml).
func programmers() map[string]string {
	const ice40 = "openFPGALoader -b ice40_generic FILE"
	return map[string]string{
		"iCEBreaker":                            ice40,
		"Alhambra II":                           ice40,
		"IceZUM Alhambra":                       ice40,
		"iCE40 UltraPlus breakout board":        ice40,
		"iCEstick or iCE40-HX8K breakout board": ice40,
		"Alchitry Cu":                           "iceprog FILE",
		"Alchitry Au":                           "openFPGALoader -b alchitry_au FILE",
		"ULX3S":                                 "openFPGALoader -b ulx3s FILE",
		"Fomu":                                  "openFPGALoader -b fomu FILE",
		"iCEBreaker bitsy":                      "openFPGALoader -b icebreaker-bitsy FILE",
		"TinyFPGA BX or EX":                     "tinyprog -p FILE",
		"a Digilent board: Arty, Basys 3, Nexys A7, Cmod A7, …": "openFPGALoader -b BOARD FILE",
		"a Sipeed Tang board: Nano 9K, Nano 20K, Primer":        "openFPGALoader -b BOARD FILE",
		"Lattice ECP5 or CrossLink-NX evaluation board":         "openFPGALoader -b BOARD FILE",
	}
}

// programmerPackage returns the package of Debian that has a program; empty if it isn't known.
func programmerPackage(program string) string {
	return map[string]string{
		"openFPGALoader": "openfpgaloader", "iceprog": "fpga-icestorm", "dfu-util": "dfu-util", "uhubctl": "uhubctl",
		"openocd": "openocd", "ecpprog": "ecpprog",
	}[program]
}

// InstallProgrammer returns the command that installs a program on Debian; empty if it isn't known.
func InstallProgrammer(program string) string {
	if name := programmerPackage(program); name != "" {
		return "sudo apt-get install -y " + name
	}
	return ""
}
