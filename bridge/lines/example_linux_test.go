package lines_test

import (
	"context"
	"fmt"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/bridge/lines"
)

// A question to a player and its answer.
func ExampleNew() {
	ctx := context.Background()
	conn, err := bridge.Open(ctx, "exec:cat", bridge.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	line := lines.New(conn, lines.Config{})
	defer line.Close()
	if _, _, err := line.Send(ctx, "-T"); err != nil {
		fmt.Println(err)
		return
	}
	text, _, _, err := line.Receive(ctx)
	fmt.Println(text, err)
	// Output: -T <nil>
}
