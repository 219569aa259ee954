package rtl

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/trax/vectors"
)

//go:embed harness/uart.cpp
var uartHarness []byte

// maxDividers is the number of bit lengths that one model has.
const maxDividers = 64

// uartDriver has senders and receivers of bytes answer uart vectors: one of
// each for every length of a bit.
type uartDriver struct {
	p        *model.Process
	dividers []int
}

func newUARTDriver(ctx context.Context, b *model.Builder, s sources.Source, dividers []int) (*uartDriver, error) {
	dividers = slices.Compact(slices.Sorted(slices.Values(dividers)))
	if len(dividers) == 0 {
		dividers = []int{16}
	}
	if len(dividers) > maxDividers {
		return nil, fmt.Errorf("the vectors have %d dividers; more than %d are not simulated at once",
			len(dividers), maxDividers)
	}
	m, err := b.BuildModule(ctx, model.ModuleConfig{
		Source: s, Top: "ll_uart_tx", Wrapper: uartWrapper(dividers),
		Harness: model.Harness{Name: "uart", Text: uartHarness},
	})
	if err != nil {
		return nil, err
	}
	p, err := m.Start(ctx, 1)
	if err != nil {
		return nil, err
	}
	return &uartDriver{p, dividers}, nil
}

// uartWrapper is a module with a sender and a receiver for every divider.
func uartWrapper(dividers []int) string {
	n := len(dividers)
	var b strings.Builder
	fmt.Fprintf(&b, "`default_nettype none\nmodule %s (\n"+
		"    input  wire clk_i,\n    input  wire rst_i,\n    input  wire [7:0] select_i,\n"+
		"    input  wire valid_i,\n    output wire ready_o,\n    input  wire [7:0] data_i,\n    output wire tx_o,\n"+
		"    input  wire rx_i,\n    output wire valid_o,\n    input  wire ready_i,\n    output wire [7:0] data_o,\n"+
		"    output wire framing_o\n);\n"+
		"  wire [%d:0] ready, tx, valid, framing, overrun;\n  wire [%d:0] data;\n", sources.WrapperTop, n-1, 8*n-1)
	for i, d := range dividers {
		fmt.Fprintf(&b, "  ll_uart_tx #(.Divider(%d)) tx_%d (.clk_i(clk_i), .rst_i(rst_i), .valid_i(valid_i && select_i == %d),\n"+
			"      .ready_o(ready[%d]), .data_i(data_i), .tx_o(tx[%d]));\n", d, i, i, i, i)
		fmt.Fprintf(&b, "  ll_uart_rx #(.Divider(%d)) rx_%d (.clk_i(clk_i), .rst_i(rst_i), .rx_i(rx_i), .valid_o(valid[%d]),\n"+
			"      .ready_i(ready_i), .data_o(data[%d:%d]), .framing_o(framing[%d]), .overrun_o(overrun[%d]));\n",
			d, i, i, 8*i+7, 8*i, i, i)
	}
	b.WriteString("  assign ready_o = ready[select_i];\n  assign tx_o = tx[select_i];\n" +
		"  assign valid_o = valid[select_i];\n  assign framing_o = framing[select_i];\n" +
		"  assign data_o = data[8*select_i +: 8];\nendmodule\n`default_nettype wire\n")
	return b.String()
}

// Close ends the model.
func (u *uartDriver) Close() error { return u.p.Close() }

type uartAsk struct {
	Direction string
	Divider   int
	Hex       string
	Runs      [][2]int
}

// UARTDivider is the divider that a uart vector asks about.
func UARTDivider(v vectors.Vector) (int, error) {
	var q uartAsk
	if err := json.Unmarshal(v.Ask, &q); err != nil {
		return 0, err
	}
	const low, high = 4, 1 << 16
	if q.Divider < low || q.Divider > high {
		return 0, fmt.Errorf("its divider %d is outside %d to %d", q.Divider, low, high)
	}
	return q.Divider, nil
}

func (u *uartDriver) answer(batch []vectors.Vector, _ *RunStats) ([]json.RawMessage, error) {
	answers := make([]json.RawMessage, len(batch))
	for i, v := range batch {
		var q uartAsk
		err := json.Unmarshal(v.Ask, &q)
		if err == nil {
			if q.Direction == "send" {
				answers[i], err = u.send(&q)
			} else {
				answers[i], err = u.receive(&q)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("vector %d: %w", v.ID, err)
		}
	}
	return answers, nil
}

// send has bytes sent back to back and answers the levels of the line.
func (u *uartDriver) send(q *uartAsk) (json.RawMessage, error) {
	bytes, err := hex.DecodeString(q.Hex)
	if err != nil {
		return nil, err
	}
	request := []byte{0, byte(slices.Index(u.dividers, q.Divider))}
	request = binary.LittleEndian.AppendUint32(request, uint32(10*q.Divider*len(bytes)))
	request = binary.LittleEndian.AppendUint32(request, uint32(len(bytes)))
	if err := u.p.Send(append(request, bytes...)); err != nil {
		return nil, err
	}
	n, err := u.p.ReceiveCount(10*q.Divider*len(bytes) + 1)
	if err != nil {
		return nil, err
	}
	runs := make([]byte, 5*n)
	if err := u.p.Receive(runs); err != nil {
		return nil, err
	}
	dst := []byte(`{"runs":[`)
	for i := range n {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = fmt.Appendf(dst, "[%d,%d]", runs[5*i], binary.LittleEndian.Uint32(runs[5*i+1:]))
	}
	return append(dst, "]}"...), nil
}

// receive puts levels on the line and answers the bytes that come of them.
func (u *uartDriver) receive(q *uartAsk) (json.RawMessage, error) {
	runs := append(q.Runs, [2]int{1, 12*q.Divider + 16}) // then the line is quiet
	request := []byte{1, byte(slices.Index(u.dividers, q.Divider))}
	request = binary.LittleEndian.AppendUint32(request, uint32(len(runs)))
	cycles := 0
	for _, r := range runs {
		cycles += r[1]
		const longest = 1 << 28
		if r[0]&^1 != 0 || r[1] < 0 || r[1] > longest {
			return nil, fmt.Errorf("invalid run: level %d for %d cycles", r[0], r[1])
		}
		request = binary.LittleEndian.AppendUint32(append(request, byte(r[0])), uint32(r[1]))
	}
	if err := u.p.Send(request); err != nil {
		return nil, err
	}
	errors, err := u.p.Receive32()
	if err != nil {
		return nil, err
	}
	n, err := u.p.ReceiveCount(min(cycles, 1<<28))
	if err != nil {
		return nil, err
	}
	got := make([]byte, n)
	if err := u.p.Receive(got); err != nil {
		return nil, err
	}
	var dst bytes.Buffer
	fmt.Fprintf(&dst, `{"hex":"%x","errors":%d}`, got, errors)
	return dst.Bytes(), nil
}
