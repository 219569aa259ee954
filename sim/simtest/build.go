package simtest

import (
	"github.com/loopline/loopline/hdl"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
)

// OurRTL is the reference design.
func OurRTL() sources.Source { return sources.Source{Name: "hdl", FS: hdl.RTL} }

// Quick makes models that are run for a moment.
func Quick() *model.Builder { return &model.Builder{Quick: true} }

// EchoBoard is a board that does nothing but answer each bit with itself.
const EchoBoard = `module echo(input clk, input rx, output tx); assign tx = rx; endmodule`
