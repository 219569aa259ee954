package addr_test

import (
	"fmt"

	"github.com/loopline/loopline/bridge/addr"
)

// A mistake in an address is told with what to write instead.
func ExampleParse() {
	_, err := addr.Parse("serial:ttyUSB0")
	fmt.Println(err)
	// Output: address "serial:ttyUSB0": device "ttyUSB0" is not a path: write serial:/dev/ttyUSB0, serial:sn=… or serial:path=…
}
