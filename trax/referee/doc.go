// Package referee speaks the wire protocol of the Trax FPGA contests and
// judges a match by the rules of package trax. It is a host.Referee; the lines,
// their order and their limits are in docs/protocol.md.
//
//	game := referee.Default().Match(white, red)
//	match.Record = file
//	verdict, err := match.Run(ctx)
package referee
