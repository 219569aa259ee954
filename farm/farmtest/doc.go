// Package farmtest runs the processes of a farm for tests: each is the test's own program
// in a role, which can be killed, stopped and started again.
package farmtest
