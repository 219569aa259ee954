// Package cli is the commands of loopline and loopline-farm, a file each: flags,
// options, call, print.
//
// Results go to standard output; everything else goes to standard error as
// "loopline: …", in lower case and without a full stop. The exit statuses are
// in exit.go and in every help text.
package cli
