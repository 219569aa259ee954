package toolset

import (
	"fmt"
	"os"
	"path/filepath"
)

// ChipDB returns the file in which icestorm describes a chip, such as 8k.
func ChipDB(device string) (string, error) {
	prefixes := []string{"/usr"}
	for _, program := range All("iceunpack") {
		if real, err := filepath.EvalSymlinks(program); err == nil {
			prefixes = append(prefixes, filepath.Dir(filepath.Dir(real)))
		}
	}
	for _, prefix := range prefixes {
		for _, folder := range []string{"share/fpga-icestorm/chipdb", "share/icebox"} {
			file := filepath.Join(prefix, folder, "chipdb-"+filepath.Base(device)+".txt")
			if _, err := os.Stat(file); err == nil {
				return file, nil
			}
		}
	}
	return "", fmt.Errorf("icestorm's description of the chip %s is not installed; %s", device, Remedy("icebox_vlog"))
}
