package player

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/sandbox"
)

// TestPreparedBoardIsAsked: a programmer that says it has loaded the board is not believed. A board
// that failed is left alone for a while.
func TestPreparedBoardIsAsked(t *testing.T) {
	master, slave, err := pty.Open()
	require.NoError(t, err)
	defer master.Close()
	defer slave.Close()
	dir := t.TempDir()
	script := filepath.Join(dir, "programmer")
	require.NoError(t, os.WriteFile(script, []byte("#!/bin/sh\necho x >> "+dir+"/runs\necho loaded\n"), 0o755))
	runs := func() int {
		text, _ := os.ReadFile(filepath.Join(dir, "runs"))
		return len(text) / 2
	}
	log := &host.StderrLog{}
	o := &Opener{
		Connect: time.Minute, Say: func(string) {}, Isolation: sandbox.New(sandbox.None, nil),
		Handshake: &Handshake{Text: "-T", Limit: 100 * time.Millisecond, Accept: func(line string) bool { return line == "AB" }},
	}
	address := "serial:" + slave.Name() + "?prepare=" + script
	open := func(address string) error {
		p, err := o.Open(t.Context(), "white", address, log)
		if err == nil {
			require.NoError(t, p.Close())
		}
		return err
	}
	err = open(address + "&retries=1")
	var failed *bridge.PrepareError
	require.ErrorAs(t, err, &failed)
	require.Equal(t, "self-test", failed.Step)
	require.ErrorContains(t, err, `white: serial:`+slave.Name()+`?baud=115200 is not prepared (self-test, 2 tries): the board does not answer "-T": nothing came within 100ms; it printed: loaded`)
	require.Equal(t, 2, runs())
	require.Equal(t, []string{"prepare: loaded", "prepare: loaded"}, log.TakeTail())

	// It would answer now, but nobody loads it again at once.
	go func() {
		lines := bufio.NewScanner(master)
		for lines.Scan() {
			fmt.Fprintln(master, "AB")
		}
	}()
	require.ErrorContains(t, open(address+"&retries=1"), "is not prepared (self-test, 2 tries)")
	require.Equal(t, 2, runs())
	require.NoError(t, open(address))
	require.Equal(t, 3, runs())
}
