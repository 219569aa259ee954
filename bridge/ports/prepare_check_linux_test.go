package ports

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/bridge/devices/devicestest"
	"github.com/loopline/loopline/sandbox"
)

func TestCheckPreparation(t *testing.T) {
	m, folder := devicestest.New(t), t.TempDir()
	m.USB("1-1.4", "1d50", "602b", "S1")
	m.Bus("1-1.4", 4, 1)
	m.TTY("ttyACM0", "1-1.4", 0, "cdc_acm")
	devicestest.PlugIn(t, m, "ttyACM0")
	opts := bridge.Options{Root: m.Root, Isolation: sandbox.New(sandbox.None, nil)}
	programmer := filepath.Join(folder, "programmer")
	require.NoError(t, os.WriteFile(programmer, []byte("#!/bin/sh\nexit 1\n"), 0o755))
	check := func(options string) (text string) {
		d, err := CheckPreparation("serial:/dev/ttyACM0?"+options, opts)
		require.NoError(t, err)
		for _, f := range d.Findings {
			if f.Severity == SeverityProblem {
				text += fmt.Sprintln(f.Text, f.Fix)
			}
		}
		return text
	}
	require.Empty(t, check("prepare="+programmer), "it isn't run")
	require.Contains(t, check("prepare=no-such-programmer top.bin"), "no program no-such-programmer in PATH")
	require.Contains(t, check("prepare=true nothing.bin"), "the design can't be read")
	_, err := CheckPreparation("serial:/dev/ttyACM0", opts)
	require.ErrorContains(t, err, "has neither prepare= nor reset=")
	d, err := CheckPreparation("serial:/dev/ttyACM9?prepare=true", opts)
	require.NoError(t, err)
	require.Contains(t, d.Findings[0].Text.String(), "no such device")
}
