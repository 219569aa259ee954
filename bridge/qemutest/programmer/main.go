//go:build linux

// Programmer stands in for a program that loads FPGAs, and fails as such programs do.
//
//	programmer twice FILE   counts its runs in FILE: fails twice, then succeeds
//	programmer lies         reports success without loading
//	programmer hangs        does not end
//	programmer waits FILE   creates FILE.awaited, then waits for FILE
//	programmer makes FILE   creates FILE
package main

import (
	"fmt"
	"os"
	"time"
)

func main() {
	if err := program(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("done")
}

func program(args []string) error {
	switch {
	case len(args) == 1 && args[0] == "lies":
		return nil
	case len(args) == 1 && args[0] == "hangs":
		fmt.Println("erasing")
		time.Sleep(24 * time.Hour)
		return nil
	case len(args) == 2 && args[0] == "makes":
		return os.WriteFile(args[1], nil, 0o600)
	case len(args) == 2 && args[0] == "waits":
		if err := os.WriteFile(args[1]+".awaited", nil, 0o600); err != nil {
			return err
		}
		for range 1000 {
			if _, err := os.Stat(args[1]); err == nil {
				return nil
			}
			time.Sleep(50 * time.Millisecond)
		}
		return fmt.Errorf("%s did not appear", args[1])
	case len(args) == 2 && args[0] == "twice":
		tries, err := os.ReadFile(args[1])
		if err != nil && !os.IsNotExist(err) {
			return err
		}
		if err := os.WriteFile(args[1], append(tries, '.'), 0o600); err != nil {
			return err
		}
		if len(tries) < 2 {
			return fmt.Errorf("try %d: no cable", len(tries)+1)
		}
		return nil
	}
	return fmt.Errorf("usage: programmer twice|waits|makes FILE, lies or hangs")
}
