//go:build linux

// Pinger measures the round trip of a line through bridge: it asks -T so many
// times and prints each round trip in microseconds, from before the first byte
// is written to the arrival of the last one of the answer.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/bridge/lines"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: rttprobe ADDRESS TIMES")
		os.Exit(2)
	}
	if err := ping(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "rttprobe:", err)
		os.Exit(1)
	}
}

func ping(address, times string) error {
	n, err := strconv.Atoi(times)
	if err != nil || n < 1 {
		return fmt.Errorf("%q is not a number of round trips", times)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := bridge.Open(ctx, address, bridge.Options{})
	if err != nil {
		return err
	}
	line := lines.New(conn, lines.Config{})
	defer line.Close()
	trips := make([]float64, n)
	for i := range trips {
		sent, _, err := line.Send(ctx, "-T")
		if err != nil {
			return err
		}
		_, _, last, err := line.Receive(ctx)
		if err != nil {
			return err
		}
		trips[i] = float64(last.Sub(sent)) / 1e3
	}
	return json.NewEncoder(os.Stdout).Encode(trips)
}
