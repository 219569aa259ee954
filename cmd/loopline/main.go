// Loopline referees FPGA boards that play Trax, over any connection, and tests
// RTL against a trusted software model before the contest.
package main

import "github.com/loopline/loopline/cmd/internal/cli"

func main() { cli.Main(cli.Program{}) }
