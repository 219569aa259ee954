package latency_test

import (
	"fmt"
	"time"

	"github.com/loopline/loopline/host/latency"
)

// Two bytes of answer take a while on a serial line, whatever the hardware does.
func ExampleUARTLine_Time() {
	wire := latency.UART(115200)
	fmt.Println(wire.Time(4), wire.Bit())
	// Output: 347.222µs 8.68µs
}

// What a player took, summed up as people read it.
func ExampleAnswerTimes() {
	var a latency.AnswerTimes
	for _, ms := range []int{3, 5, 4, 120} {
		a.Add(time.Duration(ms)*time.Millisecond, time.Second, 4)
	}
	fmt.Println(a.String())
	fmt.Println(a.Percentile(50))
	// Output:
	// 4 moves, median 4.000 ms, 90th percentile 120.0 ms, 99th 120.0 ms, longest 120.0 ms (12.0 % of the limit)
	// 4ms
}
