package usb

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"time"
)

// A reattacher is a process that waits for the end of its parent. While a port is open
// the kernel has no driver for it, and only a living process can ask for one: if the
// parent is killed, the reattacher does.

// doneWord is written by a parent that has reattached everything itself.
const doneWord = "done"

// reattacherPatience bounds the end of a reattacher after doneWord.
const reattacherPatience = 5 * time.Second

type reattacher struct {
	cmd  *exec.Cmd
	line *os.File // its standard input; ends with this process
}

// startReattacher starts the command with the node and the interfaces appended.
func startReattacher(command []string, node string, interfaces []int) (*reattacher, error) {
	args := append([]string{}, command[1:]...)
	args = append(args, node)
	for _, number := range interfaces {
		args = append(args, strconv.Itoa(number))
	}
	theirs, ours, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("starting the reattacher: %w", err)
	}
	defer theirs.Close()
	cmd := exec.Command(command[0], args...)
	cmd.Stdin = theirs
	// A group of its own: what ends the parent must not end the reattacher.
	cmd.SysProcAttr = ownGroup()
	if err := cmd.Start(); err != nil {
		ours.Close()
		return nil, fmt.Errorf("starting the reattacher: %w", err)
	}
	return &reattacher{cmd, ours}, nil
}

// dismiss ends the reattacher, which then does nothing.
func (g *reattacher) dismiss() error {
	_, err := io.WriteString(g.line, doneWord)
	err = errors.Join(err, g.line.Close())
	timer := time.AfterFunc(reattacherPatience, func() { g.cmd.Process.Kill() })
	defer timer.Stop()
	if ended := g.cmd.Wait(); ended != nil {
		err = errors.Join(err, fmt.Errorf("the reattacher of the kernel's driver: %w", ended))
	}
	return err
}

// RunReattacher returns the main function of a reattacher process. It waits until standard
// input ends and then lets the kernel bind its driver to the interfaces named in args
// (a node and numbers), unless it read doneWord.
func RunReattacher(stdin io.Reader, args []string) error {
	if len(args) < 2 {
		return errors.New("the reattacher needs a node of /dev/bus/usb and interface numbers")
	}
	var numbers []int
	for _, arg := range args[1:] {
		n, err := strconv.ParseUint(arg, 10, 8)
		if err != nil {
			return fmt.Errorf("interface %q is not a number from 0 to 255", arg)
		}
		numbers = append(numbers, int(n))
	}
	told, err := io.ReadAll(io.LimitReader(stdin, int64(len(doneWord))))
	if err == nil && string(told) == doneWord {
		return nil
	}
	var errs []error
	for _, n := range numbers {
		errs = append(errs, attach(args[0], n))
	}
	return errors.Join(errs...)
}
