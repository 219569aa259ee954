package tutorial

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/loopline/loopline/internal/entrant"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/say"
)

// Clock rates at which a board is simulated, in cycles a second.
const (
	quickHz = 16 * 115200 // a bit of the serial line lasts 16 cycles
	realHz  = 12_000_000
)

type project struct {
	dir   string
	board entrant.Board // as its Makefile has it, below dir
}

// open reads what is known of a project.
func open(dir string) (*project, error) {
	if strings.Contains(dir, "?") {
		return nil, fmt.Errorf("%s has a question mark, behind which an address has its options; "+
			"change into the directory and type \"loopline tutorial .\"", dir)
	}
	makefile, err := os.ReadFile(filepath.Join(dir, "Makefile"))
	if err != nil {
		return nil, fmt.Errorf("%w; a project begins with: loopline new board %s --board icebreaker", err, humanize.ShellWord(dir))
	}
	text := entrant.InMakefile(makefile)
	board, err := entrant.ParseBoard(text)
	if text == "" || err == nil && board.Folder() != "rtl" {
		return nil, fmt.Errorf("%s has no line BOARD := rtl?…; Makefiles of \"loopline new board\" have one",
			filepath.Join(dir, "Makefile"))
	}
	if err != nil {
		return nil, say.Errorf("BOARD of its %s: %w", "Makefile", err)
	}
	p := &project{dir, board}
	_, err = p.address(quickHz, board)
	return p, err
}

// Board returns the board of the project in a directory, as its Makefile has it.
func Board(dir string) (entrant.Board, error) {
	p, err := open(dir)
	if err != nil {
		return entrant.Board{}, err
	}
	return p.board, nil
}

// Address returns the simulated board of the project in a directory, at the clock of the
// tutorial's checks, as "sim check" takes it.
func Address(dir string) (string, error) {
	p, err := open(dir)
	if err != nil {
		return "", err
	}
	return p.at(quickHz), nil
}

// path is a file of the project.
func (p *project) path(name string) string { return filepath.Join(p.dir, filepath.FromSlash(name)) }

// address is a board of the project at another clock.
func (p *project) address(hz int, board entrant.Board) (string, error) {
	clock := strconv.Itoa(hz)
	return board.With("clk", clock).With("param.CLOCK_HZ", clock).Address(p.path(board.Folder()), p.dir)
}

// at is the board at another clock. Its address was found to be one when the project was opened.
func (p *project) at(hz int) string {
	address, _ := p.address(hz, p.board)
	return address
}

// check runs steps of the check of players; "0" is all of it.
func (p *project) check(steps string) requirement {
	return requirement{command: []string{"sim", "check", p.at(quickHz), "--step", steps}}
}

// checkSkewed runs the handshake where our clock is off, as a real host's may be.
func (p *project) checkSkewed(by string) requirement {
	return requirement{
		command: []string{"sim", "check", p.at(quickHz) + "&skew=" + by, "--step", "1,2"},
		hint: say.Format("it answers at its exact rate, and not where the host's is 2 %% off, as real ones are: " +
			"does uart_rx sample each bit in its middle, half a bit after its edge?"),
	}
}

// source is a module of the project: its file below the project, and the text.
func (p *project) source(module string) (file, text string, err error) {
	for _, ending := range []string{".v", ".sv", ".vhd"} {
		file = "rtl/" + module + ending
		var read []byte
		if read, err = os.ReadFile(p.path(file)); !errors.Is(err, fs.ErrNotExist) {
			return file, string(read), err
		}
	}
	return "", "", fmt.Errorf("%s has no file %s.v, .sv or .vhd; projects of \"loopline new board\" have it", p.dir, p.path("rtl/"+module))
}

// led is the pin of the lamp, as the top module has it.
func (p *project) led() (string, error) {
	file, text, err := p.source("top")
	if err != nil {
		return "", err
	}
	pin := regexp.MustCompile(`(?:assign (\w+) = !?lamp;|(\w+) +<= +(?:not +)?lamp_on;)`).FindStringSubmatch(text)
	if pin == nil {
		return "", fmt.Errorf("%s assigns no pin from the lamp", p.path(file))
	}
	return pin[1] + pin[2], nil
}

// withLED is the board whose serial output is its lamp, which a clock of so few
// cycles a second makes blink like a serial line.
func (p *project) withLED(hz int) (string, error) {
	pin, err := p.led()
	if err != nil {
		return "", err
	}
	slow := p.board.With("tx", pin)
	address, err := p.address(quickHz, slow)
	return strings.Replace(address, "param.CLOCK_HZ="+strconv.Itoa(quickHz),
		fmt.Sprintf("param.CLOCK_HZ=%d&param.BAUD=%d", hz, hz*115200/quickHz), 1), err // a bit of what VHDL builds has a cycle or more
}
