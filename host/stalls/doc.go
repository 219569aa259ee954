// Package stalls notices when the host loses processor time, and keeps for each
// seat what that is worth: a Detector beats on every processor, and an Account
// compensates one player for the stalls that it did not cause. It knows no game
// and no record.
package stalls
