package sim

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/loopline/loopline/sim/internal/ice40"
)

// Flash is a serial NOR flash beside a simulated board: 16 MiB, one data line, SPI mode 0. It
// sleeps, as after an FPGA took its bitstream from it, until the command AB wakes it, and
// is only read: commands 03, 0B, 9F, 05, AB and B9 as in the data sheet of a W25Q128JV.
type Flash struct {
	File   string // whose bytes it holds; all others are FF
	Offset int64  // of the first, in bytes

	data []byte
}

// flashWakes is how long it takes to wake up, tRES1 of a W25Q128JV.
const flashWakes = 3 * time.Microsecond

// maxFlash is how many bytes a flash has.
const maxFlash = 16 << 20

// String is the text that ParseFlash reads.
func (f *Flash) String() string { return f.File + "@" + strconv.FormatInt(f.Offset, 10) }

// ParseFlash reads FILE or FILE@OFFSET, whose offset is one of iceprog -o: 1M, 64k or 0x100000.
func ParseFlash(text string) (*Flash, error) {
	f := &Flash{File: text}
	if at := strings.LastIndexByte(text, '@'); at >= 0 {
		number, unit := text[at+1:], int64(1)
		for suffix, bytes := range map[string]int64{"k": 1 << 10, "M": 1 << 20} {
			if bare, ok := strings.CutSuffix(number, suffix); ok {
				number, unit = bare, bytes
				break
			}
		}
		n, err := strconv.ParseInt(number, 0, 32)
		if f.File, f.Offset = text[:at], n*unit; err != nil || f.Offset < 0 || f.Offset >= maxFlash {
			return nil, fmt.Errorf("the offset %.40q is none below 16M; write flash=weights.bin@1M", text[at+1:])
		}
	}
	if f.File == "" {
		return nil, fmt.Errorf("it names no file; write flash=weights.bin@1M")
	}
	return f, nil
}

// read returns the flash with the bytes of its file.
func (f *Flash) read() (*Flash, error) {
	data, err := ice40.ReadBounded(f.File, maxFlash-f.Offset, "what the flash holds from its offset on")
	return &Flash{f.File, f.Offset, data}, err
}
