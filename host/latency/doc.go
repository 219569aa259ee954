// Package latency times the answers of one player: how long its hardware took,
// apart from the wire and the transport between it and the host.
//
// A [StampRecorder] sits between the host and the player and keeps the stamps of each
// [Exchange]. The round trip, from before the first byte of the question was
// written to the last byte of the answer, holds four things:
//
//	transport  wire      hardware  wire      transport
//	out        question  ——————    answer    in
//
// The [UARTLine] is arithmetic: bytes, bits a byte, baud. The transport is measured:
// the [Floor] is what many questions that need no thought take beyond their
// wire. A [Estimator] takes both out and says between which bounds the rest is the
// hardware's. Times are durations in nanoseconds; a [Distribution] holds them to
// three digits and writes them as HdrHistogram does.
package latency
