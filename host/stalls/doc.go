// Package stalls notices when the host loses processor time, and computes
// the compensation of each seat: a Detector has a heartbeat on every processor, and an
// Account compensates one player for the stalls that it did not cause. It knows no game
// and no record.
package stalls
