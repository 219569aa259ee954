// Package farmtest has what tests of a farm need: a bus in memory whose faults are drawn, and processes, each
// the test's own program in a role, which can be killed, stopped and started again.
package farmtest
