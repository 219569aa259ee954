package bridge_test

import (
	"context"
	"fmt"

	"github.com/loopline/loopline/bridge"
)

// A question to a player and its answer.
func ExampleNewLine() {
	ctx := context.Background()
	conn, err := bridge.Open(ctx, "exec:cat", bridge.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	line := bridge.NewLine(conn, bridge.LineConfig{})
	defer line.Close()
	if _, _, err := line.Send(ctx, "-T"); err != nil {
		fmt.Println(err)
		return
	}
	text, _, _, err := line.Receive(ctx)
	fmt.Println(text, err)
	// Output: -T <nil>
}

// A mistake in an address is told with what to write instead.
func ExampleParseAddress() {
	_, err := bridge.ParseAddress("serial:ttyUSB0")
	fmt.Println(err)
	// Output: address "serial:ttyUSB0": device "ttyUSB0" is not a path: write serial:/dev/ttyUSB0, serial:sn=… or serial:path=…
}
